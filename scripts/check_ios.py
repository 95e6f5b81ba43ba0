"""What no compiler of this system looks at in the iOS app: its Xcode project, property lists, catalogues and packages.

Prints each finding as path: reason and exits 1 when there is one.
"""

import json
import plistlib
import re
import shutil
import subprocess
import sys

import ios_strings
from ios_strings import APP, ROOT

PROJECT = APP / "MessageAI.xcodeproj/project.pbxproj"
SIGNING = APP / "Signing.xcconfig"
SCHEME = APP / "MessageAI.xcodeproj/xcshareddata/xcschemes/MessageAI.xcscheme"
LANGUAGES = ("en", "de")
TARGETS = {
    "MessageAI": ("com.apple.product-type.application", {"MessageAIKit", "ViewModels", "MessageAIDevice"}),
    "NotificationService": ("com.apple.product-type.app-extension", {"MessageAIKit", "MessageAIDevice"}),
    "UITests": ("com.apple.product-type.bundle.ui-testing", set()),
    # Inside the app, which has the packages: linked once more, their types would be there twice.
    "UnitTests": ("com.apple.product-type.bundle.unit-test", set()),
}
# Products of the package that go into the app, and the only targets that may come with them.
PRODUCTS = ("MessageAIKit", "ViewModels", "MessageAIDevice")
COMING = {"Domain", "WireProtocol", "ClientStore", "ClientSync", *PRODUCTS}

# Packages of the network: on Apple's systems that is the system's work.
NETWORKING = {"async-http-client", "swift-nio", "swift-nio-ssl", "swift-nio-extras"}

# What sources use that needs a reason, and where it belongs. DeviceGroup: the database of MessageAIKit reads the dates of its files.
PRIVACY = {
    "UserDefaults": "UserDefaults", "DeviceGroup": "FileTimestamp", "systemUptime": "SystemBootTime",
    "volumeAvailableCapacity": "DiskSpace", "activeInputModes": "ActiveKeyboards",
}

findings = []


def report(path, reason):
    findings.append(f"{path.relative_to(ROOT)}: {reason}")


class OpenStep:
    """Reads the old property list format that Xcode writes its projects in."""

    TOKEN = re.compile(r'\s*(?:/\*.*?\*/\s*|//[^\n]*\n\s*)*(?:([{}()=;,])|"((?:\\.|[^"\\])*)"|([\w./$-]+))', re.S)

    def __init__(self, text):
        self.text, self.at = text, 0

    def token(self):
        match = self.TOKEN.match(self.text, self.at)
        if not match:
            raise ValueError(f"unreadable at {self.text[self.at:self.at + 40]!r}")
        self.at = match.end()
        mark, quoted, word = match.groups()
        return (mark, None) if mark else (None, quoted if quoted is not None else word)

    def value(self, token=None):
        mark, word = token or self.token()
        if mark == "{":
            return self.dictionary()
        if mark == "(":
            return self.array()
        if mark:
            raise ValueError(f"unexpected {mark}")
        return word

    def dictionary(self):
        found = {}
        while True:
            token = self.token()
            if token[0] == "}":
                return found
            if self.token()[0] != "=":
                raise ValueError(f"no value for {token[1]}")
            if token[1] in found:
                raise ValueError(f"{token[1]} stands twice")
            found[token[1]] = self.value()
            if self.token()[0] != ";":
                raise ValueError(f"no ; after {token[1]}")

    def array(self):
        found = []
        while True:
            token = self.token()
            if token[0] == ")":
                return found
            found.append(self.value(token))
            token = self.token()
            if token[0] == ")":
                return found
            if token[0] != ",":
                raise ValueError("no , in a list")


# MARK: the project


def check_project():
    project = OpenStep(PROJECT.read_text()).value()
    objects = project["objects"]
    if project["objectVersion"] != "77":
        report(PROJECT, "synchronized folders need objectVersion 77")
    check_references(objects, project["rootObject"])
    root = objects[project["rootObject"]]
    if set(LANGUAGES) - set(root["knownRegions"]):
        report(PROJECT, "not all languages are known regions")
    for package in root["packageReferences"]:
        if not (APP / objects[package]["relativePath"] / "Package.swift").exists():
            report(PROJECT, "the local package is not where the project says")
    targets = {objects[key]["name"]: (key, objects[key]) for key in root["targets"]}
    if set(targets) != set(TARGETS):
        report(PROJECT, f"targets are {sorted(targets)}")
    for name, (key, target) in targets.items():
        check_target(objects, name, target)
    check_signing(objects, objects[root["buildConfigurationList"]]["buildConfigurations"])
    check_scheme({key: name for name, (key, _) in targets.items()})


def check_references(objects, root):
    """Every id that is used is defined, and every object is used."""
    used = {root}

    def walk(value):
        if isinstance(value, dict):
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)
        elif re.fullmatch(r"[0-9A-F]{24}", value):
            used.add(value)
            if value not in objects:
                report(PROJECT, f"{value} is used and not defined")

    walk(objects)
    for key in set(objects) - used:
        report(PROJECT, f"{key} ({objects[key]['isa']}) is defined and not used")


def check_target(objects, name, target):
    kind, products = TARGETS.get(name, (None, set()))
    if target["productType"] != kind:
        report(PROJECT, f"{name} is a {target['productType']}")
    named = {objects[key]["productName"] for key in target.get("packageProductDependencies", [])}
    if named != products:
        report(PROJECT, f"{name} links {sorted(named)}")
    phases = [objects[key] for key in target["buildPhases"]]
    linked = {
        objects[objects[file]["productRef"]]["productName"]
        for phase in phases if phase["isa"] == "PBXFrameworksBuildPhase" for file in phase["files"]
    }
    if linked != products:
        report(PROJECT, f"the frameworks of {name} are {sorted(linked)}")
    for key in target["fileSystemSynchronizedGroups"]:
        check_folder(objects, name, objects[key])
        if not kind.startswith("com.apple.product-type.bundle."):
            check_privacy(objects, name, objects[key])
    for key in objects[target["buildConfigurationList"]]["buildConfigurations"]:
        check_settings(name, objects[key]["buildSettings"])


def check_signing(objects, configurations):
    """Names, team and version stand in one file, and nowhere in the project."""
    named = dict(re.findall(r"^(\w+) =(.*)$", SIGNING.read_text(), re.M))
    for key in ("DEVELOPMENT_TEAM", "MESSAGEAI_BUNDLE_ID", "MESSAGEAI_APP_GROUP", "MESSAGEAI_KEYCHAIN_GROUP",
                "MARKETING_VERSION", "CURRENT_PROJECT_VERSION"):
        if key not in named:
            report(SIGNING, f"does not say {key}")
    for key in configurations:
        base = objects[key].get("baseConfigurationReference")
        if not base or objects[base].get("path") != SIGNING.name:
            report(PROJECT, f"{objects[key]['name']} is not based on {SIGNING.name}")
    for item in objects.values():
        for key in set(item.get("buildSettings", {})) & set(named):
            report(PROJECT, f"{key} belongs into {SIGNING.name}")


def check_folder(objects, name, group):
    folder = APP / group["path"]
    if not list(folder.rglob("*.swift")):
        report(PROJECT, f"{name}: no sources in {group['path']}")
    excluded = [file for key in group.get("exceptions", []) for file in objects[key]["membershipExceptions"]]
    for file in excluded:
        if not (folder / file).exists():
            report(PROJECT, f"{name}: {file} is excepted and does not exist")
    # Processed by its own rule: as a resource too it would be made twice.
    for plist in folder.rglob("Info.plist"):
        if str(plist.relative_to(folder)) not in excluded:
            report(PROJECT, f"{name}: {plist.name} would be copied as a resource")


def check_privacy(objects, name, group):
    """Each bundle that Apple looks at has its own privacy manifest, among its resources, with a reason for what its sources use."""
    folder = APP / group["path"]
    found = list(folder.rglob("PrivacyInfo.xcprivacy"))
    if len(found) != 1:
        report(PROJECT, f"{name}: {len(found)} privacy manifests in {group['path']}")
        return
    excluded = [file for key in group.get("exceptions", []) for file in objects[key]["membershipExceptions"]]
    if str(found[0].relative_to(folder)) in excluded:
        report(PROJECT, f"{name}: its privacy manifest is excepted")
    manifest = plist(found[0])
    for key in ("NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes", "NSPrivacyAccessedAPITypes"):
        if key not in manifest:
            report(found[0], f"does not say {key}")
    reasons = {
        entry["NSPrivacyAccessedAPIType"]: entry["NSPrivacyAccessedAPITypeReasons"]
        for entry in manifest.get("NSPrivacyAccessedAPITypes", [])
    }
    sources = "".join(file.read_text() for place in (folder, APP / "Device") for file in place.rglob("*.swift"))
    for word, category in PRIVACY.items():
        if word in sources and not reasons.get(f"NSPrivacyAccessedAPICategory{category}"):
            report(found[0], f"gives no reason for {word}")


def check_settings(name, settings):
    for key in ("INFOPLIST_FILE", "CODE_SIGN_ENTITLEMENTS"):
        if key in settings and not (APP / settings[key]).exists():
            report(PROJECT, f"{name}: {settings[key]} does not exist")
    if name == "UnitTests" and settings.get("TEST_HOST") != "$(BUILT_PRODUCTS_DIR)/MessageAI.app/MessageAI":
        report(PROJECT, f"{name} does not run inside the app")
    identifier = settings["PRODUCT_BUNDLE_IDENTIFIER"]
    wanted = "$(MESSAGEAI_BUNDLE_ID)" + ("" if name == "MessageAI" else f".{name}")
    if identifier != wanted:
        report(PROJECT, f"{name}: {identifier} is not {wanted}")


def check_scheme(targets):
    """`targets` names each target of the project by its key."""
    text = SCHEME.read_text()
    for key in re.findall(r'BlueprintIdentifier = "(\w+)"', text):
        if key not in targets:
            report(SCHEME, f"{key} is no target")
    tested = set(re.findall(r'BlueprintIdentifier = "(\w+)"', text.split("<Testables>")[1].split("</Testables>")[0]))
    for key, name in targets.items():
        if name.endswith("Tests") and key not in tested:
            report(SCHEME, f"does not run {name}")


# MARK: property lists


def check_plists():
    app = plist(APP / "MessageAI/Resources/Info.plist")
    extension = plist(APP / "NotificationService/Info.plist")
    rights = plist(APP / "MessageAI/Resources/MessageAI.entitlements")
    extension_rights = plist(APP / "NotificationService/NotificationService.entitlements")
    path = APP / "MessageAI/Resources/Info.plist"
    agrees(path, app["BGTaskSchedulerPermittedIdentifiers"], "MessageAI/Platform/Background/BackgroundRefresh.swift")
    agrees(path, app["CFBundleURLTypes"][0]["CFBundleURLSchemes"], "MessageAI/App/MessageLink.swift")
    agrees(path, ["MessageAIAppGroup", "MessageAIKeychainGroup"], "Device/DeviceGroup.swift")
    agrees(path, ["MessageAIServer"], "MessageAI/Platform/AppContainer+Live.swift")
    if set(app["CFBundleLocalizations"]) != set(LANGUAGES):
        report(path, "the languages are not those of the catalogues")
    for mine, yours in ((rights, extension_rights), (app, extension)):
        for key in ("com.apple.security.application-groups", "keychain-access-groups", "MessageAIKeychainGroup",
                    "MessageAIAppGroup"):
            if mine.get(key) != yours.get(key):
                report(path, f"app and extension differ in {key}")
    if not rights.get("com.apple.developer.usernotifications.communication"):
        report(path, "the system shows no message as one of a person without its entitlement")
    intents = (APP / "NotificationService/Communication.swift").read_text()
    if not all(f"{name}(" in intents for name in app["NSUserActivityTypes"]) or not app["NSUserActivityTypes"]:
        report(path, "NSUserActivityTypes does not name the intents of the extension")
    if rights["keychain-access-groups"] != [app["MessageAIKeychainGroup"]]:
        report(path, "the Keychain's group is not the one of the entitlements")
    if rights["com.apple.security.application-groups"] != [app["MessageAIAppGroup"]]:
        report(path, "the app group is not the one of the entitlements")
    principal = extension["NSExtension"]["NSExtensionPrincipalClass"].split(".")[-1]
    sources = "".join(file.read_text() for file in (APP / "NotificationService").glob("*.swift"))
    if f"final class {principal}: UNNotificationServiceExtension" not in sources:
        report(APP / "NotificationService/Info.plist", f"there is no {principal}")


def plist(path):
    with path.open("rb") as file:
        return plistlib.load(file)


def agrees(path, values, source):
    text = (APP / source).read_text()
    for value in values:
        if f'"{value}"' not in text:
            report(path, f"{value} is not in {source}")


# MARK: catalogues


def check_catalogues():
    for bundle, (_, path) in ios_strings.BUNDLES.items():
        catalogue = json.loads(path.read_text())
        strings = catalogue["strings"]
        used = set()
        for item in ios_strings.texts(bundle):
            keys = [key for key in strings if ios_strings.pattern(item.key).fullmatch(key)]
            used.update(keys)
            if not keys:
                report(path, f"{item.key!r} of {item.where} is missing")
        if bundle == "app":
            used |= check_refusals(path, strings)
        for key in sorted(set(strings) - used):
            report(path, f"{key!r} is used nowhere")
        for key, entry in strings.items():
            check_entry(path, key, entry)
    for path in APP.rglob("*.xcassets/**/Contents.json"):
        for image in json.loads(path.read_text()).get("images", []):
            if not (path.parent / image["filename"]).exists():
                report(path, f"{image['filename']} does not exist")


def check_refusals(path, strings):
    """What the app refuses by itself can be said in each language. Returns the keys that any refusal reads as."""
    used = set()
    for folders, is_needed in ((ios_strings.REFUSALS, True), (ios_strings.SERVER_REFUSALS, False)):
        for item in ios_strings.refusals(folders):
            keys = [key for key in strings if ios_strings.pattern(item.key, ".+").fullmatch(key)]
            used.update(keys)
            if is_needed and not keys:
                report(path, f"{item.key!r} of {item.where} is missing")
    return used


def check_entry(path, key, entry):
    for language in LANGUAGES:
        texts = list(values(entry.get("localizations", {}).get(language, {})))
        if not texts:
            report(path, f"{key!r} has no {language}")
        for text in texts:
            if not text.strip() or placeholders(text) != placeholders(key):
                report(path, f"{key!r} has other values in {language}: {text!r}")


def values(localization):
    if "stringUnit" in localization:
        yield localization["stringUnit"]["value"]
    for kind in localization.get("variations", {}).values():
        for case in kind.values():
            yield from values(case)


def placeholders(text):
    """The kinds of values in their order, numbered or not."""
    found = re.findall(r"%(?:(\d)\$)?(@|lld|lf)|\$\{(\w+)\}", text)
    numbered = [(int(number or at), kind or name) for at, (number, kind, name) in enumerate(found, 1)]
    if any(name for _, _, name in found):
        return sorted(kind for _, kind in numbered)
    return sorted(numbered)


# MARK: packages


def check_packages():
    """What the app links has no server in it, no system library, and no flags that only a root package may have."""
    if not shutil.which("swift"):
        return
    dump = subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    package = json.loads(dump)
    targets = {target["name"]: target for target in package["targets"]}
    # In Xcode the app is no part of the package, and sees no more of it than what is public.
    for target in targets.values():
        if (target.get("path") or "").startswith("Apps/iOS/") and target.get("packageAccess") is not False:
            report(ROOT / "Package.swift", f"{target['name']} sees the package's own declarations")
    products = {product["name"]: product["targets"] for product in package["products"]}
    waiting = [target for product in PRODUCTS for target in products[product]]
    seen = set()
    while waiting:
        name = waiting.pop()
        if name in seen or name not in targets:
            continue
        seen.add(name)
        target = targets[name]
        if name not in COMING:
            report(ROOT / "Package.swift", f"{name} comes with the app")
        # On Linux the device's module takes the names of Apple's frameworks by flags, and tests want optimised modules.
        flags = [setting["kind"]["unsafeFlags"]["_0"] for setting in target["settings"] if "unsafeFlags" in setting["kind"]]
        if name != "MessageAIDevice" and any(flag != ["-O"] for flag in flags):
            report(ROOT / "Package.swift", f"{name} has unsafe flags")
        for dependency in target["dependencies"]:
            waiting.append(next(iter(dependency.values()))[0])
            kind, parts = next(iter(dependency.items()))
            if kind == "product" and parts[1] in NETWORKING and "ios" in platforms(parts[-1]):
                report(ROOT / "Package.swift", f"{parts[0]} comes with the app")
    if "Domain" not in seen:
        report(ROOT / "Package.swift", "the app has no Domain")


def platforms(condition):
    """Where a dependency is linked; everywhere without a condition."""
    return (condition or {}).get("platformNames") or ["ios"]


# MARK: flows for a Mac


def check_flows():
    """Every identifier that a flow looks for is one of a view; what is made up at run time matches anything."""
    views = [item for path in (APP / "MessageAI").rglob("*.swift") for item in ios_strings.literals(path)]
    patterns = [ios_strings.pattern(item.key, ".+") for item in views if "." in item.key and item.key.strip("%@. ")]
    samples = {argument for path in (APP / "MessageAI").rglob("*.swift") for argument in
               re.findall(r'"(-\w+)"', path.read_text())}
    for path in sorted((APP / "UITests").rglob("*.swift")):
        for item in ios_strings.literals(path):
            if re.fullmatch(r"[a-z]\w*(\.[\w%@-]+)+", item.key):
                if not any(pattern.fullmatch(item.key) for pattern in patterns):
                    report(path, f"{item.line}: no view has the identifier {item.key}")
            elif re.fullmatch(r"-samples\w*", item.key) and item.key not in samples:
                report(path, f"{item.line}: the app does not know the argument {item.key}")


def main():
    for check in (check_project, check_plists, check_catalogues, check_packages, check_flows):
        check()
    for finding in findings:
        print(finding)
    sys.exit(1 if findings else 0)


main()
