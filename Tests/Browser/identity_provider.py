"""An OpenID provider for tests: oidc-provider-mock, which here also insists on PKCE. Whoever signs in types who they
are. It listens on 127.0.0.1 only."""

import json
import logging
import multiprocessing
import time
import urllib.parse
import urllib.request
import warnings

from own_server import free_port


def serve(port: int, people: list[dict[str, object]]) -> None:
    warnings.simplefilter("ignore")
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    import flask
    import oidc_provider_mock
    import oidc_provider_mock._app as provider
    from authlib.oauth2.rfc7636 import CodeChallenge

    kept = provider.AuthorizationCodeGrant.save_authorization_code

    def save(self, code, request):
        """The mock forgets the challenge."""
        kept(self, code, request)
        stored = provider.storage.get_authorization_code(code)
        for name in ("code_challenge", "code_challenge_method"):
            object.__setattr__(stored, name, request.payload.data.get(name))

    provider.AuthorizationCodeGrant.save_authorization_code = save
    registered = provider.flask_oauth2.AuthorizationServer.register_grant

    def register(self, grant, extensions=None):
        if grant is provider.AuthorizationCodeGrant:
            extensions = [*(extensions or []), CodeChallenge(required=True)]
        registered(self, grant, extensions)

    provider.flask_oauth2.AuthorizationServer.register_grant = register
    users = [provider.User(sub=str(person.pop("sub")), claims=person) for person in people]
    app = oidc_provider_mock.app(require_nonce=True, user_claims=users)

    @app.after_request
    def name_state(response):
        """The mock leaves it out of a refusal, where RFC 6749 (4.1.2.1) wants it."""
        location, state = response.headers.get("Location", ""), flask.request.args.get("state")
        if "error=" in location and state and "state=" not in location:
            response.headers["Location"] = f"{location}&state={urllib.parse.quote(state)}"
        return response

    app.run("127.0.0.1", port, use_reloader=False)


class IdentityProvider:
    """`people` have a `sub` and claims such as `email`, `email_verified` and `name`."""

    def __init__(self, *people: dict[str, object]) -> None:
        self.port = free_port()
        self.issuer = f"http://127.0.0.1:{self.port}"
        self.people = list(people)
        self.process: multiprocessing.Process | None = None
        self.start()

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(target=serve, args=(self.port, self.people), daemon=True)
        self.process.start()
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{self.issuer}/.well-known/openid-configuration")
                return
            except OSError:
                if not self.process.is_alive():
                    break
                time.sleep(0.1)
        raise AssertionError("the provider did not start")

    def know(self, person: dict[str, object]) -> None:
        """From now on, until the provider is started again."""
        claims = {name: value for name, value in person.items() if name != "sub"}
        request = urllib.request.Request(
            f"{self.issuer}/users/{person['sub']}", json.dumps(claims).encode(), {"Content-Type": "application/json"}, method="PUT")
        urllib.request.urlopen(request).close()

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            self.process.join()
            self.process = None
