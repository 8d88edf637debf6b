import { Failure, writeOut } from "../terminal/terminal.ts";

/**
 * One for each shell, all of the same make: they hand over what was typed and offer what comes back, so
 * that no script knows a command, and none grows old. Where nothing comes back, files are offered.
 */
const scripts: Readonly<Record<string, string>> = {
  bash: `_service_emulator() {
  local IFS=$'\\n' word="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=($(service-emulator complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  if [ "\${#COMPREPLY[@]}" -eq 0 ]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -F _service_emulator service-emulator
`,
  zsh: `_service_emulator() {
  local -a found
  found=("\${(@f)$(service-emulator complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then compadd -a found; else _files; fi
}
compdef _service_emulator service-emulator
`,
  fish: `function __service_emulator_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (service-emulator complete -- $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c service-emulator -f -a '(__service_emulator_complete)'
`,
};

export function printScript(shell: string): void {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (script === undefined)
    throw new Failure(`shell: expected bash, zsh or fish, not '${shell}'`, 2);
  writeOut(script);
}
