# The server with its web client and models. docs/deployment.md says how to use it.
#   docker build -t messageai .
FROM swift:6.2-bookworm AS build
WORKDIR /source
COPY . .
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# The same script as everywhere; it installs what the program links with. The models come from the package index, pinned.
RUN source scripts/lib.sh && build_release && scripts/models \
  && install -D "$RELEASE_BINARY" /program/usr/bin/messageai \
  && strip --strip-debug /program/usr/bin/messageai \
  && install -D "$(swift_backtrace)" /program/usr/libexec/messageai/swift-backtrace \
  && strip --strip-unneeded /program/usr/libexec/messageai/swift-backtrace \
  && mkdir -p /program/usr/share/messageai \
  && cp -r Web Models /program/usr/share/messageai/ \
  && rm -rf /program/usr/share/messageai/Web/test

FROM debian:bookworm-slim
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates libargon2-1 libnats3.4 libpq5 libsqlite3-0 libstdc++6 libvips-tools \
    poppler-utils zlib1g \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --home-dir /var/lib/messageai --shell /usr/sbin/nologin messageai \
  && install -d -o messageai -g messageai -m 0700 /var/lib/messageai
COPY --from=build /program/ /
USER 10001
WORKDIR /var/lib/messageai
VOLUME /var/lib/messageai
ENV MESSAGEAI_ADDRESS=0.0.0.0 \
  MESSAGEAI_PORT=8080 \
  MESSAGEAI_DATA=/var/lib/messageai \
  MESSAGEAI_WEB=/usr/share/messageai/Web \
  MESSAGEAI_MODELS=/usr/share/messageai/Models
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=6s --start-period=120s CMD ["messageai", "health"]
ENTRYPOINT ["messageai"]
CMD ["serve"]
