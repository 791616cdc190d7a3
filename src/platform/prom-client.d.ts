/** The parts of prom-client that are used here, with labels as they are declared. */
declare module 'prom-client' {
  type Options<Label extends string> = {
    name: string
    help: string
    labelNames?: readonly Label[]
    registers: readonly Registry[]
    collect?: () => void | Promise<void>
  }
  export class Registry {
    readonly contentType: string
    metrics(): Promise<string>
  }
  export class Counter<Label extends string> {
    constructor(options: Options<Label>)
    inc(labels: Readonly<Record<Label, string>>): void
  }
  export class Gauge<Label extends string> {
    constructor(options: Options<Label>)
    set(labels: Readonly<Partial<Record<Label, string>>>, value: number): void
    reset(): void
    remove(): void
  }
  export class Histogram<Label extends string> {
    constructor(options: Options<Label> & { buckets: readonly number[] })
    observe(labels: Readonly<Partial<Record<Label, string>>>, value: number): void
  }
}
