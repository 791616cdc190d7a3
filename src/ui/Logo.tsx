const SIZES = { s: 'size-7', m: 'size-14', l: 'size-18' } as const

/** 明かり: a light that rises over the line of the ground. */
export function Logo({ size = 's', label }: { size?: keyof typeof SIZES; label?: string }) {
  return (
    <svg
      viewBox="0 0 72 72"
      className={`${SIZES[size]} shrink-0`}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <rect width="72" height="72" rx="16" className="fill-brand" />
      <g className="fill-none stroke-on-brand" strokeWidth="5" strokeLinecap="round">
        <path d="M18 52.5h36M36 15v6M19.5 23.5l4 4M52.5 23.5l-4 4" />
      </g>
      <path d="M23 44a13 13 0 0 1 26 0z" className="fill-on-brand" />
    </svg>
  )
}
