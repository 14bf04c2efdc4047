import type { CommandWords, FlagWords } from './completion-words.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** The completion script of a shell, for the given commands. */
export function completionScript(shell: Shell, commands: readonly CommandWords[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](commands);
}

const namesOf = ({ short, long }: FlagWords): string[] =>
  [short, long].filter((name) => name !== undefined);

/** A word that no POSIX-like shell looks into. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function bashScript(commands: readonly CommandWords[]): string {
  const values = commands.flatMap(({ name, flags, choices }) => [
    ...flags
      .filter((flag) => flag.choices.length > 0)
      .map((flag) => {
        const keys = namesOf(flag).map((each) => `${name}:${each}`);
        return `    ${keys.join('|')}) words=${quote(flag.choices.join(' '))} ;;`;
      }),
    ...(choices.length > 0 ? [`    ${name}:*) words=${quote(choices.join(' '))} ;;`] : []),
  ]);
  const flags = commands.map(({ name, flags }) => {
    return `    ${name}) words=${quote(flags.flatMap(namesOf).join(' '))} ;;`;
  });
  return `# bash completion for plateau. To use it now: source <(plateau completion bash)
# To keep it: plateau completion bash > ~/.local/share/bash-completion/completions/plateau
_plateau() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} command= words= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
    -*) ;;
    *) command=\${COMP_WORDS[i]} && break ;;
    esac
  done
  if [ -z "$command" ]; then
    words=${quote(commands.map(({ name }) => name).join(' '))}
    [[ $cur == -* ]] && words='--help --version --quiet --debug'
  else
    case "$command:$prev" in
${values.join('\n')}
    esac
    [[ $cur == -* ]] && case $command in
${flags.join('\n')}
    esac
  fi
  if [ -n "$words" ]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  fi
}
complete -F _plateau plateau ./plateau
`;
}

function zshScript(commands: readonly CommandWords[]): string {
  const described = commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`);
  const cases = commands.map(({ name, flags, choices }) => {
    const rest = choices.length > 0 ? `(${choices.join(' ')})` : '_files';
    const specs = [...flags.flatMap(zshSpecs), quote(`*:argument:${rest}`)];
    return `    ${name}) _arguments -s ${specs.join(' \\\n      ')} ;;`;
  });
  return `#compdef plateau
# zsh completion for plateau. To use it now: source <(plateau completion zsh)
# To keep it: plateau completion zsh > a folder of $fpath/_plateau
_plateau() {
  local -a commands
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _plateau ]; then _plateau "$@"; else compdef _plateau plateau; fi
`;
}

/** `_arguments` gives meaning to brackets and colons inside its words. */
function zshSpecs(flag: FlagWords): string[] {
  const text = flag.description.replace(/[[\\\]:]/g, '\\$&');
  const values = flag.choices.length > 0 ? `(${flag.choices.join(' ')})` : '_files';
  return namesOf(flag).map((name) => {
    return quote(`*${name}[${text}]${flag.takesValue ? `:value:${values}` : ''}`);
  });
}

function fishScript(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ name, summary, flags, choices }) => {
    const when = `-n ${fishQuote(`__fish_seen_subcommand_from ${name}`)}`;
    return [
      `complete -c plateau -n __fish_use_subcommand -f -a ${name} -d ${fishQuote(summary)}`,
      ...flags.map((flag) => `complete -c plateau ${when} ${fishFlag(flag)}`),
      ...(choices.length > 0
        ? [`complete -c plateau ${when} -f -a ${fishQuote(choices.join(' '))}`]
        : []),
    ];
  });
  return `# fish completion for plateau. To use it now: plateau completion fish | source
# To keep it: plateau completion fish > ~/.config/fish/completions/plateau.fish
${lines.join('\n')}
`;
}

const fishQuote = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

function fishFlag({ short, long, description, takesValue, choices }: FlagWords): string {
  const words = [
    short === undefined ? '' : `-s ${short.slice(1)}`,
    long === undefined ? '' : `-l ${long.slice(2)}`,
    takesValue ? '-r' : '',
    choices.length > 0 ? `-f -a ${fishQuote(choices.join(' '))}` : '',
    `-d ${fishQuote(description)}`,
  ];
  return words.filter((word) => word !== '').join(' ');
}
