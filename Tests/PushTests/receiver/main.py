"""The push services of browsers, of Apple and of Google, as far as tests need them.

Each request is checked as strictly as the real services do, or more: what is wrong with it stands in its record, and it
is refused. A test may plan other answers, by the address that a push goes to. Prints its ports as a line of JSON, and
ends when its standard input does.

What tests ask for is below /control/ at the plain port.
"""

import asyncio
import json
import os
import sys
import tempfile
import threading

from apple import apple_push, make_provider
from certificates import make_authority, pem_of_certificate, security
from check import Answer, json_answer, plans, ports, records
from google import google_push, google_token, make_account
from protocols import Http2, serve_http1
from web import make_subscription, web_push


def control(request):
    wish = json.loads(request.body or b"{}")
    match request.path.removeprefix("/control/"):
        case "records":
            return json_answer(200, [record for record in records if record["key"] == wish["key"]])
        case "plan":
            plans[wish["key"]].extend(
                Answer(plan["status"], plan["headers"], plan["body"].encode(), plan["act"]) for plan in wish["answers"])
            return json_answer(200, {})
        case "subscription":
            return json_answer(200, make_subscription(wish["name"]))
        case "provider":
            return json_answer(200, make_provider())
        case "account":
            return json_answer(200, make_account(wish["name"]))
    return Answer(404, {}, b"")


def handle(request):
    if request.path.startswith("/control/"):
        return control(request)
    if request.path.startswith("/3/"):
        return apple_push(request)
    if request.path == "/token":
        return google_token(request)
    if request.path.startswith("/v1/projects/"):
        return google_push(request)
    return web_push(request)


async def main():
    loop = asyncio.get_running_loop()
    authority_key, authority = make_authority("Authority of tests")
    with tempfile.TemporaryDirectory() as folder:
        modern = security("h2", authority_key, authority, folder)
        old = security("http/1.1", authority_key, authority, folder)

    async def http1(reader, writer):
        await serve_http1(reader, writer, handle)

    servers = {
        "plain": await asyncio.start_server(http1, "127.0.0.1", 0),
        "apple": await loop.create_server(lambda: Http2(handle), "127.0.0.1", 0, ssl=modern),
        # Of Apple's protocol, but without HTTP/2.
        "old": await asyncio.start_server(http1, "127.0.0.1", 0, ssl=old),
    }
    ports.update({name: server.sockets[0].getsockname()[1] for name, server in servers.items()})
    print(json.dumps({
        "ports": ports, "authority": pem_of_certificate(authority),
        "otherAuthority": pem_of_certificate(make_authority("Other authority")[1])}), flush=True)
    await asyncio.Event().wait()


def end_with_input():
    sys.stdin.buffer.read()
    os._exit(0)


threading.Thread(target=end_with_input, daemon=True).start()
asyncio.run(main())
