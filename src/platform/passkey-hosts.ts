import type { Config } from './config.ts'

/** Names that passkeys are bound to (RP ID of WebAuthn), whatever the port: browsers use them there alone. */
export function passkeyHosts({ origin, consoleHost }: Pick<Config, 'origin' | 'consoleHost'>) {
  const members = new URL(origin ?? 'http://localhost').hostname
  return { members, operators: consoleHost ?? members }
}
