.DEFAULT_GOAL := help
.PHONY: help run demo cluster test test-llm harden check format wire bench deb clean

help: ## Say what there is
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

run: ## Build what is missing and serve on http://127.0.0.1:8080 with data in ./data
	@scripts/run

demo: ## Like run, with a fictional team and its four weeks of messages, in ./data-demo
	@scripts/demo

cluster: ## Like run, on three servers behind HAProxy, with PostgreSQL and NATS, in ./data-cluster (docs/operations.md)
	@scripts/cluster

test: ## Install what the tests need, then run every check and test
	@scripts/test

test-llm: ## Run the provider tests against a small real model on this machine (builds llama.cpp once)
	@scripts/test-llm

harden: ## Attack the real program for an hour or two: disk, clock, network, crowds, random input (docs/reliability.md)
	@scripts/harden

check: ## Format, layers, sizes and house rules
	@scripts/check

format: ## Format the Swift sources and the web code in place
	@swift format --in-place --parallel -r Sources Packages Tests Apps/iOS Tools/AppleShims Package.swift
	@scripts/format-web

wire: ## Write what follows from the shapes in wire/: Swift types and codecs, OpenAPI schemas, the web client's checks
	@python3 scripts/wire

bench: ## Measure a release build; prints the tables of docs/performance.md
	@scripts/bench

deb: ## Make a Debian package in .build-deb (docs/deployment.md)
	@scripts/deb

clean: ## Remove builds; data stays
	@rm -rf .build .build-* .cache
