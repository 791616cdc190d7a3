import { setTimeout } from 'node:timers/promises'
import type { Caller, Command } from './command.ts'
import { EngineError, type Engine } from './engine.ts'
import type { Log } from '../log.ts'

/** Of one kind at once; the rest waits here, where nothing is refused. */
const AT_ONCE = 64
const TRY_AGAIN_AFTER_MS = 10

/** Submits until the engine has a place for it. */
export async function submitUntilTaken<Input>(
  engine: () => Engine,
  command: Command<Input>,
  input: Input,
  caller: Caller,
  log: Log,
): Promise<void> {
  for (;;) {
    try {
      await engine().submit(command, input, caller)
      return
    } catch (err) {
      if (!(err instanceof EngineError) || err.code !== 'OVERLOADED') {
        // The engine stops. What is not in the journal is said again from outside after the next start.
        log.warn({ err, command: command.type }, 'not delivered')
        return
      }
      await setTimeout(TRY_AGAIN_AFTER_MS)
    }
  }
}

/**
 * Brings what happens outside (a venue's reports, prices that trigger) to the engine and loses nothing:
 * things of one key go one after another, in order, those that wait together are joined to one command, and
 * what the engine has no place for is sent again. `apart`: whether a thing must not be joined to the one
 * before it.
 */
export function deliverTo<Item, Input>(
  engine: () => Engine,
  command: Command<Input>,
  caller: Caller,
  join: (key: string, items: Item[]) => Input,
  log: Log,
  apart: (before: Item, item: Item) => boolean = () => false,
): (key: string, item: Item) => void {
  const waiting = new Map<string, Item[]>()
  const underWay = new Set<string>()
  let scheduled = false

  const pump = () => {
    scheduled = false
    for (const [key, items] of waiting) {
      if (underWay.size >= AT_ONCE) return
      if (underWay.has(key)) continue
      const cut = items.findIndex((item, n) => n > 0 && apart(items[n - 1]!, item))
      if (cut === -1) waiting.delete(key)
      else waiting.set(key, items.slice(cut))
      underWay.add(key)
      void submitUntilTaken(
        engine,
        command,
        join(key, cut === -1 ? items : items.slice(0, cut)),
        caller,
        log,
      ).finally(() => {
        underWay.delete(key)
        schedule()
      })
    }
  }
  const schedule = () => {
    if (scheduled || waiting.size === 0) return
    scheduled = true
    queueMicrotask(pump)
  }
  return (key, item) => {
    const items = waiting.get(key)
    if (items) items.push(item)
    else waiting.set(key, [item])
    schedule()
  }
}
