/** Requests of one name, one after another. */
export type KeyLine = {
  /** Answers when nobody of this name is under way, with the call that lets the next one go. */
  enter(name: string): Promise<() => void>
}

export function openKeyLine(): KeyLine {
  const waiting = new Map<string, (() => void)[]>()
  return {
    async enter(name) {
      const ahead = waiting.get(name)
      if (ahead === undefined) waiting.set(name, [])
      else await new Promise<void>((go) => void ahead.push(go))
      return () => {
        const next = waiting.get(name)!.shift()
        if (next === undefined) waiting.delete(name)
        else next()
      }
    },
  }
}
