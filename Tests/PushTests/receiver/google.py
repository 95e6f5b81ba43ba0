"""Firebase Cloud Messaging, and the server of its access tokens."""

import json
import re
import secrets
import urllib.parse

import jwt
from check import Check, json_answer, pem_of, ports
from cryptography.hazmat.primitives.asymmetric import rsa

access_tokens = {}
account_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)


def google_token(request):
    form = {name: values[0] for name, values in urllib.parse.parse_qs(request.body.decode()).items()}
    assertion = form.get("assertion", "")
    try:
        account = jwt.decode(assertion, options={"verify_signature": False})["iss"]
    except Exception:
        account = ""
    check = Check(request, "token", account)
    check.header("content-type", "application/x-www-form-urlencoded")
    check.expect(form.get("grant_type") == "urn:ietf:params:oauth:grant-type:jwt-bearer", "grant_type")
    check.record["claims"] = check.attempt("assertion", lambda: jwt.decode(
        assertion, account_key.public_key(), algorithms=["RS256"], audience=address_of_tokens(),
        options={"require": ["iss", "scope", "aud", "iat", "exp"]}))
    claims = check.record["claims"] or {}
    check.expect(claims.get("scope") == "https://www.googleapis.com/auth/firebase.messaging", "scope")
    check.expect(claims.get("exp", 0) - claims.get("iat", 0) <= 3600, "more than an hour")
    token = f"ya29.{secrets.token_urlsafe(20)}"
    answer = check.answer(
        json_answer(200, {"access_token": token, "expires_in": 3599, "token_type": "Bearer"}),
        json_answer(400, {"error": "invalid_grant", "error_description": "Invalid JWT"}))
    if answer.status == 200 and not check.problems:
        # Of a planned answer, the lifetime counts.
        given = json.loads(answer.body) | {"access_token": token}
        access_tokens[account] = token
        answer = json_answer(200, given)
    return answer


def google_push(request):
    project = request.path.split("/")[3]
    message = {}
    try:
        message = json.loads(request.body)["message"]
    except Exception:
        pass
    check = Check(request, "fcm", message.get("token", ""))
    check.record["payload"] = message
    known = access_tokens.get(f"messageai@{project}.example.org", "")
    if not known or request.headers.get("authorization") != f"Bearer {known}":
        check.problems.append("no access token")
        refusal = json_answer(401, {"error": {"code": 401, "message": "…", "status": "UNAUTHENTICATED"}})
        return check.answer(refusal, refusal)
    check.header("content-type", "application/json")
    check.expect(set(message) <= {"token", "data", "android"}, "other fields than token, data, android")
    android = message.get("android", {})
    check.expect(set(android) <= {"priority", "ttl", "collapse_key"}, "other fields of android")
    check.expect(android.get("priority") in ("HIGH", "NORMAL"), "priority")
    check.expect(re.fullmatch(r"\d+s", android.get("ttl", "")), "ttl")
    data = message.get("data", {})
    check.expect(data and all(isinstance(value, str) for value in data.values()), "data other than strings")
    check.expect(len(request.body) <= 4096, "longer than 4096 bytes")
    return check.answer(
        json_answer(200, {"name": f"projects/{project}/messages/1"}),
        json_answer(400, {"error": {"code": 400, "message": "…", "status": "INVALID_ARGUMENT"}}))


def address_of_tokens():
    return f"http://127.0.0.1:{ports['plain']}/token"


def make_account(name):
    return {
        "type": "service_account", "project_id": name, "private_key_id": "key-of-tests",
        "private_key": pem_of(account_key), "client_email": f"messageai@{name}.example.org",
        "token_uri": address_of_tokens(),
    }
