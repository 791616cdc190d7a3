type Props = {
  label: string
  steps: readonly string[]
  /** The one at work, counted from 0; the bars up to it are filled. */
  current: number
  numbered?: boolean
}

/** The progress: a bar for each step, the words below, the current one in brand colour. */
export function Steps({ label, steps, current, numbered = true }: Props) {
  return (
    <ol aria-label={label} className="flex gap-1">
      {steps.map((step, place) => (
        <li key={step} aria-current={place === current ? 'step' : undefined} className="flex-auto">
          <span
            className={`block h-1 rounded-round ${place <= current ? 'bg-brand-bright' : 'bg-sunk'}`}
            aria-hidden
          />
          <span
            className={`block pt-1 text-1 whitespace-nowrap ${place === current ? 'font-strong text-brand' : 'text-grey-1'}`}
          >
            {numbered && `${place + 1}　`}
            {step}
          </span>
        </li>
      ))}
    </ol>
  )
}
