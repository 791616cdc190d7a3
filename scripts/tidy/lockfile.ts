/** The lockfile's entry of one package; see npm's documentation of package-lock.json. */
type Locked = {
  hasInstallScript?: boolean
  resolved?: string
  integrity?: string
  optional?: boolean
  /** Comes inside the archive of the package above it, which has a hash. */
  inBundle?: boolean
  link?: boolean
}
export type Lockfile = { packages: Record<string, Locked> }
/** Of package.json: which packages' install scripts run, and which are known not to. */
export type AllowScripts = Readonly<Record<string, boolean>>

/**
 * The needs of a taken-over dependency (threat T24): a script at its installation that nobody has allowed,
 * another host to come from, or no hash that it is held to.
 */
export function lockfileProblems({ packages }: Lockfile, allowed: AllowScripts): string[] {
  return Object.entries(packages).flatMap(([path, { hasInstallScript, resolved, integrity, inBundle }]) => {
    const name = path.split('node_modules/').at(-1)!
    if (name === '') return []
    const found: string[] = []
    if (hasInstallScript === true && !(name in allowed))
      found.push(
        `${name} runs a script when it is installed: read it, then name it in allowScripts of package.json`,
      )
    // The registry is a setting of npm's: the lockfile names no place (.npmrc), so one that does was put
    // there.
    if (resolved !== undefined) found.push(`${name} comes from ${resolved}, not from the registry`)
    // npm leaves the hash out for other machines' packages while node_modules is there; without it, it asks.
    if (integrity === undefined && inBundle !== true)
      found.push(
        `${name} has no hash that it is held to: take its entry out, and run npm install without node_modules`,
      )
    return found
  })
}
