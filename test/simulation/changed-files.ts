import { execFileSync } from 'node:child_process'

/** Files that differ from the commit before this one; none where that is not known. */
export function changedFiles(root: string): readonly string[] {
  try {
    return execFileSync('git', ['diff', '--name-only', 'HEAD~1'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).split('\n')
  } catch {
    return []
  }
}
