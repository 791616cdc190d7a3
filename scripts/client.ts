/**
 * `npm run client`: the client for TypeScript in `dist-client`, from the contracts of the routes that are
 * open to API keys, and as a package in one file for `npm install <file>`.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { writeClient } from './client/write.ts'

const FOLDER = join(import.meta.dirname, '../dist-client')

await writeClient(FOLDER)
const { status } = spawnSync('npm', ['pack', '--offline'], { cwd: FOLDER, stdio: 'inherit' })
process.exitCode = status ?? 1
