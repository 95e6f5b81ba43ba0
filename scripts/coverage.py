"""Sums up what llvm-cov has counted, by module, and exits 1 below a floor: coverage.py COVERAGE.json [--floors]."""

import collections
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Per cent of lines, of one module or of several together.
FLOORS = {
    "Domain": (90, {"Domain"}),
    "ServerCore": (85, {"ServerCore"}),
    "SDK and view models": (80, {"MessageAIKit", "ClientStore", "ClientSync", "ViewModels"}),
}
OVERALL = 70
# What tests are made of, and what measures.
BESIDES = {"TestSupport", "Benchmarks", "Tools"}
GROUPS = {"Shared", "Server", "Client", "System"}


def module_of(path):
    parts = path.parts
    if parts[0] == "Packages":
        return parts[3] if len(parts) > 4 and parts[2] == "Sources" else None
    if parts[0] != "Sources":
        return None
    return parts[2] if parts[1] in GROUPS else parts[1]


def per_cent(covered, count):
    return 100 * covered / count if count else 100


def main(file, option=None):
    covered, count = collections.Counter(), collections.Counter()
    for entry in json.loads(pathlib.Path(file).read_text())["data"][0]["files"]:
        path = pathlib.Path(entry["filename"])
        if not path.is_relative_to(ROOT):
            continue
        path = path.relative_to(ROOT)
        module = module_of(path)
        if module is None or module in BESIDES or "Generated" in path.parts:
            continue
        covered[module] += entry["summary"]["lines"]["covered"]
        count[module] += entry["summary"]["lines"]["count"]
    # Without any all floors would hold.
    unknown = set().union(*(modules for _, modules in FLOORS.values())) - set(count)
    if unknown:
        sys.exit(f"nothing was counted in {', '.join(sorted(unknown))}")
    for module in sorted(count):
        print(f"{module:20} {per_cent(covered[module], count[module]):5.1f} %  of {count[module]:6} lines")
    missed = []
    rows = [(name, floor, modules) for name, (floor, modules) in FLOORS.items()]
    rows.append(("overall", OVERALL, set(count)))
    print()
    for name, floor, modules in rows:
        value = per_cent(sum(covered[m] for m in modules), sum(count[m] for m in modules))
        print(f"{name:20} {value:5.1f} %  floor {floor} %")
        if option == "--floors" and value < floor:
            missed.append(name)
    if missed:
        sys.exit(f"below the floor: {', '.join(missed)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
