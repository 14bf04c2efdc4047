#!/usr/bin/env node
import process from 'node:process';
import { processHost } from '../platform/host.ts';
import { runCli } from './run-cli.ts';

process.exitCode = await runCli(processHost());
