type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Set by the launcher (scripts/launcher.sh) when it was started with SIGHUP ignored, as by `nohup`. Node puts
 * the signal back to its default before any of our code runs, so nobody could tell later.
 */
export const nohupVariable = 'PLATEAU_NOHUP';
/** Variables that a shell cannot pass on, such as `a.b`: ended by NUL, as Base64. */
const oddVariables = 'PLATEAU_VARIABLES';

export function ignoresHangup(env: Environment): boolean {
  return env[nohupVariable] === '1';
}

/** The environment that the launcher was started with. */
export function launcherEnvironment(env: Environment): Environment {
  const { [oddVariables]: packed, ...rest } = env;
  if (packed === undefined) return env;
  const lines = Buffer.from(packed, 'base64').toString().split('\0');
  const odd = lines.map((line) => [line, line.indexOf('=', 1)] as const).filter(([, at]) => at > 0);
  return {
    ...rest,
    ...Object.fromEntries(odd.map(([line, at]) => [line.slice(0, at), line.slice(at + 1)])),
  };
}
