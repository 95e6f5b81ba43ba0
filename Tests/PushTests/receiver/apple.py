"""The Apple Push Notification service."""

import json
import re
import time

import jwt
from check import Answer, Check, json_answer, pem_of
from cryptography.hazmat.primitives.asymmetric import ec

providers = {}


def apple_push(request):
    token = request.path.removeprefix("/3/device/")
    check = Check(request, "apns", token)
    reason = "BadPath" if request.path == token else None
    try:
        check.record["claims"] = provider_claims(request)
    except PermissionError as error:
        reason = str(error)
        check.problems.append(reason)
    check.expect(request.http == "2", "not HTTP/2")
    check.expect(re.fullmatch(r"[0-9a-f]{64,200}", token), "not a device's token")
    check.header("apns-push-type", "alert")
    check.header("apns-priority", "5|10")
    check.header("apns-expiration", r"\d{10}")
    check.header("apns-id", r"[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
    check.header("apns-collapse-id", r"[\w-]{1,64}")
    check.expect(len(request.body) <= 4096, "longer than 4096 bytes")
    check.record["payload"] = check.attempt("content", lambda: json.loads(request.body))
    check.expect(isinstance((check.record["payload"] or {}).get("aps"), dict), "no aps")
    return check.answer(
        Answer(200, {"apns-id": request.headers.get("apns-id", "")}, b""),
        json_answer(403 if reason in ("InvalidProviderToken", "ExpiredProviderToken") else 400, {
            "reason": reason or "BadMessageId"}))


def provider_claims(request):
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    try:
        provider = providers[jwt.get_unverified_header(token)["kid"]]
        claims = jwt.decode(
            token, provider["key"].public_key(), algorithms=["ES256"], issuer=provider["teamID"],
            options={"require": ["iss", "iat"], "verify_iat": False})
    except Exception as error:
        raise PermissionError("InvalidProviderToken") from error
    if scheme != "bearer":
        raise PermissionError("InvalidProviderToken")
    if abs(claims["iat"] - time.time()) > 3600:
        raise PermissionError("ExpiredProviderToken")
    if request.headers.get("apns-topic") != provider["topic"]:
        raise PermissionError("TopicDisallowed")
    return claims | {"token": token}


def make_provider():
    key = ec.generate_private_key(ec.SECP256R1())
    number = len(providers)
    provider = {
        "key": key, "keyID": f"KEY{number:07}", "teamID": f"TEAM{number:06}", "topic": f"org.example.app{number}"}
    providers[provider["keyID"]] = provider
    return provider | {"key": pem_of(key)}
