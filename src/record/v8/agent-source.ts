import {
  type AgentConfig,
  recordingFiles,
  recordThread,
  startAgent,
  startSampler,
  startWatcher,
  watchSignals,
  workerSessions,
} from './agent.ts';

/** The agent as a CommonJS file: any Node, whatever the program's module system, can load that first. */
export function agentSource(config: AgentConfig): string {
  const functions = [
    startAgent,
    recordThread,
    startSampler,
    recordingFiles,
    workerSessions,
    startWatcher,
    watchSignals,
  ];
  // A program must run even where the agent cannot, such as in a Node built without its inspector.
  const call = `startAgent(require, ${JSON.stringify(config)}, __filename)`;
  const note =
    "process.stderr.write('plateau: cannot sample pid ' + process.pid + ': ' + error + '\\n')";
  return `'use strict';\n${functions.join('\n')}\ntry { ${call} } catch (error) { ${note} }\n`;
}
