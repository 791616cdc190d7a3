/** The journal at a moment: how many records, and the root over them. `root`: hexadecimal; `at`: ISO 8601. */
export type Head = {
  readonly origin: string
  readonly size: number
  readonly root: string
  readonly at: string
}

/** The text that the server and the auditor sign (Ed25519 over its UTF-8 bytes; security-and-trust 5.1). */
export const headText = ({ origin, size, root, at }: Head): string =>
  `KABU-HEAD-v1\n${origin}\n${size}\n${root}\n${at}\n`

/** The name of the signer in every signed text: from the server's public key (base64url). */
export const originOf = (publicKey: string): string => `akari-${publicKey.slice(0, 16)}`
