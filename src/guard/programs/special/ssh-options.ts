/** Whether what follows `-o` of ssh, scp and sftp runs and loads nothing: ssh_config(5). That it may trust a machine that nobody knows is a matter of the network. */
export function isOrdinarySshOption(text: string): boolean {
  return ORDINARY.test(text) || /^UserKnownHostsFile[= ]["']?(?:\/dev\/null|~\/\.ssh\/known_hosts)["']?$/i.test(text);
}

const ORDINARY =
  /^(?:AddKeysToAgent|AddressFamily|BatchMode|BindAddress|CheckHostIP|Ciphers|ClearAllForwardings|Compression|ConnectionAttempts|ConnectTimeout|ControlMaster|ControlPersist|ExitOnForwardFailure|ForwardX11|GSSAPIAuthentication|HashKnownHosts|HostKeyAlgorithms|HostName|IdentitiesOnly|IPQoS|KbdInteractiveAuthentication|KexAlgorithms|LogLevel|MACs|NumberOfPasswordPrompts|PasswordAuthentication|Port|PreferredAuthentications|ProxyJump|PubkeyAcceptedAlgorithms|PubkeyAcceptedKeyTypes|PubkeyAuthentication|RequestTTY|ServerAlive\w+|StrictHostKeyChecking|TCPKeepAlive|UpdateHostKeys|User|VisualHostKey)[= ]/i;
