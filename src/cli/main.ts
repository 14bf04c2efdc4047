#!/usr/bin/env node
import module from 'node:module';
import process from 'node:process';
import { processHost } from '../platform/host.ts';

// From Node 22.8 on, compiled code is kept between runs; set before anything large is loaded.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();
const { runCli } = await import('./run-cli.ts');
process.exitCode = await runCli(processHost());
