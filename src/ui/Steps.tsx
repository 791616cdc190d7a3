type Props = { label: string; steps: readonly string[]; /** The one at work, counted from 0. */ current: number; /** How many have their bar filled; the current one with them unless said. */ reached?: number; numbered?: boolean }

/** How far along: a bar for each step, the words below, the current one in brand colour. */
export function Steps({ label, steps, current, reached = current + 1, numbered = true }: Props) {
  return (
    <ol aria-label={label} className="flex gap-1">
      {steps.map((step, place) => (
        <li key={step} aria-current={place === current ? 'step' : undefined} className="min-w-0 flex-1">
          <span className={`block h-1 rounded-round ${place < reached ? 'bg-brand-bright' : 'bg-sunk'}`} aria-hidden />
          <span className={`block pt-1 text-1 break-words ${place === current ? 'font-strong text-brand' : 'text-grey-1'}`}>{numbered && `${place + 1}　`}{step}</span>
        </li>
      ))}
    </ol>
  )
}
