/**
 * Handlers that run outside of any request, and the fate of a throw there: without a word it would end the
 * process.
 */

/** Server code, where a throw has nobody to go to. */
const PLACES = /^src\/(platform|server|modules\/[^/]+\/server)\//
const HANDLER =
  /\.(?:on|once|addListener|prependListener)\(\s*(['"])(?<event>[\w-]+)\1|(?<![\w.])(?:timers\.)?(?<timer>setInterval|setTimeout|setImmediate|every|queueMicrotask)\(|\bprocess\.(?<tick>nextTick)\(/g

/**
 * Handlers that are not `guarded` in the line that sets them up, by file: each with the reason why that is
 * right. A promise's `resolve`, a flag that is set and a word to the log cannot throw; where a rule of the
 * engine or of the exchange is broken, the process is to end.
 */
export const UNGUARDED: Readonly<Record<string, readonly [event: string, why: string][]>> = {
  'src/modules/venue/server/module.ts': [['every', 'catches by itself']],
  'src/platform/one-time-values.ts': [['setTimeout', 'resolves']],
  'src/platform/opentelemetry.ts': [['setTimeout', 'resolves']],
  'src/platform/backup/recover.ts': [
    ['data', 'adds to a text'],
    ['error', 'does nothing'],
    ['setTimeout', 'resolves'],
  ],
  'src/platform/clock-watch.ts': [['every', 'compares two clocks and writes to the log']],
  'src/platform/database/connect.ts': [
    ['connect', 'sets up the next'],
    ['error', 'writes to the log'],
    ['error', 'does nothing'],
  ],
  'src/platform/database/embedded.ts': [
    ['exit', 'sets a flag'],
    ['error', 'sets a flag'],
    ['setTimeout', 'resolves'],
  ],
  'src/platform/database/fitness.ts': [['error', 'does nothing']],
  'src/platform/database/with-client.ts': [['error', 'does nothing']],
  'src/platform/database/writer-lock.ts': [
    ['setTimeout', 'resolves'],
    ['error', 'a lost lock is the end'],
  ],
  'src/platform/due-scan.ts': [['every', 'catches by itself']],
  'src/platform/engine/command-batcher.ts': [
    ['setTimeout', 'resolves'],
    ['queueMicrotask', 'the engine’s own turn'],
  ],
  'src/platform/engine/engine.ts': [
    ['setImmediate', 'the engine’s own turn'],
    ['setImmediate', 'the engine’s own turn'],
  ],
  'src/platform/engine/journal-checker.ts': [
    ['message', 'resolves or tells how far it is'],
    ['error', 'rejects'],
    ['exit', 'rejects'],
  ],
  'src/platform/engine/postgres-store.ts': [['error', 'a lost disk is the end']],
  'src/platform/engine/command-queue.ts': [
    ['setTimeout', 'the engine’s own turn'],
    ['setTimeout', 'the engine’s own turn'],
  ],
  'src/platform/every.ts': [['setInterval', 'whoever calls it is looked at']],
  'src/platform/http/address.ts': [
    ['connection', 'counts'],
    ['close', 'counts'],
  ],
  'src/platform/http/closing.ts': [
    ['close', 'counts'],
    ['every', 'closes connections'],
    ['setTimeout', 'ends a connection'],
    ['close', 'clears a timer'],
  ],
  'src/platform/http/admission-queue.ts': [
    ['nextTick', 'who is let in is guarded in server.ts'],
    ['connection', 'sets a flag'],
    ['setImmediate', 'pauses'],
    ['setTimeout', 'resumes'],
  ],
  'src/platform/http/server.ts': [['error', 'writes to the log']],
  'src/platform/http/connection-refusals.ts': [['error', 'ends a connection']],
  'src/platform/http/slow-bodies.ts': [
    ['request', 'notes the time'],
    ['close', 'clears a timer'],
  ],
  'src/platform/image-worker.ts': [
    ['message', 'a process for one picture'],
    ['setInterval', 'a process for one picture'],
  ],
  'src/platform/images.ts': [
    ['setTimeout', 'ends a process'],
    ['message', 'is told what to decode'],
    ['setTimeout', 'ends a process'],
    ['error', 'settles'],
    ['close', 'settles'],
  ],
  'src/platform/jobs.ts': [['setTimeout', 'catches by itself']],
  'src/platform/log.ts': [['error', 'does nothing']],
  'src/platform/pdf-worker.ts': [['message', 'a thread whose end is an answer']],
  'src/platform/pdf.ts': [
    ['setTimeout', 'ends a thread'],
    ['message', 'settles'],
    ['error', 'settles'],
    ['setTimeout', 'ends a thread'],
  ],
  'src/platform/database-watchdog.ts': [['every', 'counts, and ends the process where it is to end']],
  'src/platform/socket/outbox.ts': [
    ['setInterval', 'each flush is guarded'],
    ['setImmediate', 'each flush is guarded'],
  ],
  'src/platform/socket/server.ts': [
    ['message', 'guarded by `hears`'],
    ['ping', 'guarded by `hears`'],
    ['pong', 'guarded by `hears`'],
    ['error', 'writes to the log'],
    ['error', 'ends a connection'],
    ['upgrade', 'guarded where it is made'],
  ],
  'src/platform/webhook.ts': [
    ['error', 'does nothing'],
    ['error', 'settles'],
  ],
  'src/platform/metrics.ts': [['every', 'guarded where it is made']],
  'src/modules/margin-calls/server/module.ts': [
    ['setImmediate', 'guarded where it is made'],
    ['every', 'guarded where it is made'],
  ],
  'src/modules/daytrade/server/jobs.ts': [['every', 'resolves']],
  'src/modules/identity/server/sessions.ts': [['every', 'catches by itself']],
  'src/modules/news/server/feeds.ts': [
    ['message', 'resolves'],
    ['error', 'rejects'],
    ['every', 'guarded where it is made'],
  ],
  'src/modules/trust/server/serve-worker.ts': [['message', 'catches by itself']],
  'src/modules/trust/server/heads.ts': [['every', 'guarded where it is made']],
  'src/modules/trust/server/worker-client.ts': [
    ['message', 'settles'],
    ['error', 'settles'],
    ['exit', 'settles'],
  ],
  'src/modules/venue/server/exchange-thread.ts': [
    ['message', 'the engine’s own turn'],
    ['error', 'starts another thread'],
    ['queueMicrotask', 'posts'],
  ],
  'src/modules/venue/server/exchange-worker.ts': [
    ['every', 'a broken exchange is the end of its thread'],
    ['every', 'a broken exchange is the end of its thread'],
    ['message', 'a broken exchange is the end of its thread'],
  ],
  'src/modules/venue/server/simulated.ts': [
    ['setImmediate', 'resolves'],
    ['setImmediate', 'resolves'],
  ],
  'src/server/supervisor.ts': [
    ['message', 'its sends are caught'],
    ['error', 'begins again'],
    ['exit', 'begins again'],
    ['setTimeout', 'ends a process'],
  ],
  'src/server/supervisor-ipc.ts': [
    ['message', 'resolves'],
    ['disconnect', 'resolves'],
    ['message', 'stops in good order'],
    ['disconnect', 'stops in good order'],
  ],
  'src/server/start.ts': [
    ['error', 'does nothing'],
    ['uncaughtException', 'the end'],
    ['unhandledRejection', 'the end'],
    ['setImmediate', 'the end'],
    ['setTimeout', 'the end'],
  ],
  'src/server/maintenance-server.ts': [
    ['checkExpectation', 'hands it on'],
    ['error', 'rejects, and later does nothing'],
  ],
}

type Handler = { event: string; line: number; isGuarded: boolean }

/** Every handler of a file: `text` as it stands, `code` without the insides of strings and comments. */
export function handlersOf(text: string, code: string): Handler[] {
  const found: Handler[] = []
  for (const match of text.matchAll(HANDLER)) {
    // Text in a comment or in a string is no code.
    if (code.slice(match.index, match.index + 3) !== match[0].slice(0, 3)) continue
    const line = text.slice(0, match.index).split('\n').length
    const { event, timer, tick } = match.groups!
    if (/\bfunction\s+$/.test(text.slice(0, match.index))) continue
    found.push({
      event: event ?? timer ?? tick!,
      line,
      isGuarded: takesGuarded(code, match.index + match[0].indexOf('(')),
    })
  }
  return found
}

/**
 * True if an argument of the call whose bracket opens at `open` is itself `guarded(…)`, on whatever line: one
 * inside a handler guards another.
 */
function takesGuarded(code: string, open: number): boolean {
  let depth = 0
  for (let at = open; at < code.length; at++) {
    if (depth === 1 && code.startsWith('guarded(', at) && /[(,]\s*$/.test(code.slice(0, at))) return true
    if ('([{'.includes(code[at]!)) depth++
    else if (')]}'.includes(code[at]!) && --depth === 0) return false
  }
  return false
}

/**
 * The faults in the handlers of a file: those that are neither guarded nor listed, and rows that stand
 * for none.
 */
export function handlerProblems(
  path: string,
  text: string,
  code: string,
  listed: typeof UNGUARDED = UNGUARDED,
): { line: number; what: string }[] {
  if (!PLACES.test(path)) return []
  const rows = (listed[path] ?? []).map(([event]) => event)
  const problems: { line: number; what: string }[] = []
  for (const { event, line, isGuarded } of handlersOf(text, code)) {
    if (isGuarded) continue
    const at = rows.indexOf(event)
    if (at >= 0) rows.splice(at, 1)
    else
      problems.push({
        line,
        what: `a handler of "${event}" that is not guarded: what it throws ends the process (platform/guarded.ts, scripts/tidy/handlers.ts)`,
      })
  }
  return [
    ...problems,
    ...rows.map((event) => ({
      line: 1,
      what: `scripts/tidy/handlers.ts lists a handler of "${event}" that is not there`,
    })),
  ]
}
