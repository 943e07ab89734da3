/** What subcommands do that no table has, as far as their names tell it. */

/** Whether the first of these words of a program name something that removes, publishes or gives rights. `words`: null where one is not known. */
export function soundsDangerous(program: string, words: readonly (string | null)[]): boolean {
  if (program === 'doctl' && DESTROYS_IN_SHORT.test(words.join(' '))) return true;
  if (ELSEWHERE.test(program))
    return words.some(word => REMOVES_ELSEWHERE.test(word ?? '') || GIVES_RIGHTS.test(word ?? ''));
  return !OF_PROJECTS.test(program) && words.slice(0, 2).some(word => REMOVES.test(word ?? ''));
}

/** Whether they name something that only shows what there is elsewhere, and none of what opens doors. */
export function soundsLikeShowing(program: string, words: readonly (string | null)[]): boolean {
  if (!/^(?:aws|gcloud|az)$/.test(program)) return false;
  const options = words.findIndex(word => word === null || word.startsWith('-'));
  const names = words.slice(0, options < 0 ? 4 : Math.min(options, 4));
  if (program === 'az')
    return names.includes('list') || (names.includes('show') && !/secret|key|cert|cred/.test(names.join()));
  return names.slice(0, program === 'aws' ? 1 : undefined).some(name => SHOWS.test(name ?? ''));
}

/** They work on what runs elsewhere, with thousands of subcommands that are named alike. */
const ELSEWHERE =
  /^(?:aws|gcloud|az|doctl|heroku|fly|flyctl|pulumi|vercel|netlify|firebase|supabase|wrangler|stripe|oci|ibmcloud|linode-cli|hcloud|scw|eksctl|gsutil|kubectl|oc|helm|argocd|flux|istioctl|railway|render|cdk|cdktf|serverless|sls|sam|copilot|amplify|sst|eb|zappa|VBoxManage|vboxmanage|pio|platformio|velero|incus|lxc|limactl|multipass|etcdctl|nomad|consul|talosctl|openstack|cf|civo|exo|kopia|tkn|argo)$/;
const REMOVES_ELSEWHERE =
  /^(?:[a-z0-9-]+:)?(?:(?:batch|bulk|admin|force|schedule)-)?(?:delete|terminate|destroy|remove|purge|drop|rm|rb|wipe|erase|reset|uninstall|deregister|revoke|disable|stop-instances|nuke|key-deletion|set-password|stop-logging|release-(?:address|hosts))(?:-[a-z-]+)?$/;
const GIVES_RIGHTS =
  /^(?:put|set|add|attach|detach|update|modify|replace|authorize)-(?!.*(?:scaling|backup))(?:[a-z0-9]+-)*(?:polic(?:y|ies)(?:-binding)?|permissions?|acls?|ingress|egress|public-access-block)$|^add-(?:cluster-)?(?:role|scc)-to-(?:user|group)$/;
const SHOWS = /^(?:list|describe)(?:-[a-z-]+)?$|^get-(?!.*(?:secret|password|token|credential|parameter))[a-z-]+$/;

/** `doctl compute d d ID`. */
const DESTROYS_IN_SHORT =
  /^[a-z]+ (?:[a-z]+ )*?(?:d|rm|rs) (?!(?:[a-z]{1,3}|list|create|actions|kernels|neighbors|snapshots|backups)(?: |$)|-)/;

/** What they take away they take from a list of the project's, which has it in its history: `cargo remove serde`. */
const OF_PROJECTS =
  /^(?:cargo|poetry|uv|pdm|hatch|rye|pixi|pipenv|bun|composer|yarn|flutter|dart|dotnet|git|jj|hg|svn|fossil|bzr|darcs|cvs|p4|sl|dvc|pre-commit)$/;
const REMOVES =
  /^(?:[a-z0-9]+[-.:]){0,3}(?:delete|del|destroy|remove|rm|purge|drop|wipe|erase|uninstall|unregister|nuke|prune|publish|unpublish)(?:-[a-z-]+)?$/;

/** Whether the first two words of a program without subcommands in a table are named like what removes or publishes. */
export function wordsSoundDangerous(program: string, words: readonly (string | null)[]): boolean {
  return !takesAnyWord(program) && words.slice(0, 2).some(word => REMOVES.test(word ?? ''));
}

export function optionsSoundDangerous(program: string, words: readonly (string | null)[]): boolean {
  return (
    !takesAnyWord(program) && words.some(word => /^--(?:delete|purge|destroy|wipe|drop|unregister)$/.test(word ?? ''))
  );
}

function takesAnyWord(program: string): boolean {
  return TAKES_ANY.test(program) || OF_PROJECTS.test(program);
}

/** To them a word is a task of the project's, a text, a name to look for or another machine, or what goes is a part of a file that is written anew. */
const TAKES_ANY =
  /^(?:just|task|go-task|make|gmake|rake|mage|invoke|nx|turbo|gulp|grunt|ninja|bazel|buck2|ant|say|logger|notify-send|figlet|toilet|banner|http|https|xh|xhs|curl|curlie|hurl|ping|dig|nslookup|host|whois|telnet|open|xdg-open|fzf|tr|ansible|pytest|vitest|jest|mocha|cypress|playwright|sbt|gradle|mvn|ntfy|module|ml|watchman|zoxide|zip|xml|xmlstarlet|exiv2|mkvpropedit|gifsicle|kwriteconfig\d*|stow)$/;
