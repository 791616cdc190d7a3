import { enableCompileCache, flushCompileCache } from 'node:module'

// Half of what a start costs is compiling: the next one finds it done, even when this process is killed.
enableCompileCache()
const { start } = await import('./start.ts')
await start()
flushCompileCache()
