"""A mail server for tests of the whole program: it takes every letter."""

import re
import socketserver
import threading


class MailServer(socketserver.ThreadingTCPServer):
    """Takes every letter."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), MailSession)
        self.letters: list[str] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def options(self, address: str = "http://localhost") -> list[str]:
        return [
            "--smtp", f"smtp://127.0.0.1:{self.server_address[1]}", "--mail-from", "chat@example.org",
            "--public-address", address]

    def token(self, page: str, recipient: str) -> str | None:
        """Of the newest link to this page that was sent there."""
        letters = [letter for letter in self.letters if f"\r\nTo: {recipient}\r\n" in letter]
        found = [match for letter in letters if (match := re.search(rf"#/{page}/([\w-]{{43}})", letter))]
        return found[-1][1] if found else None


class MailSession(socketserver.StreamRequestHandler):
    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def handle(self) -> None:
        self.say("220 here")
        while line := self.rfile.readline().decode(errors="replace").strip().upper():
            if line == "DATA":
                self.say("354 go on")
                letter = b""
                while (part := self.rfile.readline()) not in (b".\r\n", b""):
                    letter += part
                # Quoted-printable breaks lines with a sign, and writes that sign as =3D.
                self.server.letters.append(letter.decode().replace("=\r\n", "").replace("=3D", "="))
            elif line == "QUIT":
                return self.say("221 bye")
            self.say("250 fine")
