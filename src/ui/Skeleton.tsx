import { useT } from '#client/texts.ts'

const KINDS = ['stock', 'menu', 'lines', 'figure'] as const
export type SkeletonKind = (typeof KINDS)[number]
export const isSkeletonKind = (value: unknown): value is SkeletonKind => KINDS.some((kind) => kind === value)

/** The exact boxes of what is being loaded, so that nothing moves when it comes. */
export function Skeleton({ kind = 'stock', rows = 5 }: { kind?: SkeletonKind; rows?: number }) {
  const t = useT()
  return (
    <div role="status" className="bg-surface" aria-label={t('ui.loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <Bones key={index} kind={kind} />
      ))}
    </div>
  )
}

function Bones({ kind }: { kind: SkeletonKind }) {
  switch (kind) {
    case 'stock':
      return (
        <div className="row">
          <div className="hairline flex h-row items-center gap-3">
            <span className="grow">
              <span className="bone mb-2 block h-3.5 w-18" />
              <span className="flex justify-between">
                <span className="bone h-2.5 w-9" />
                <span className="bone h-2.5 w-16" />
              </span>
            </span>
            <span className="bone h-4 w-15" />
            <span className="bone h-chip w-19 rounded-1" />
          </div>
        </div>
      )
    case 'menu':
      return (
        <div className="row">
          <div className="hairline flex h-row-1 items-center gap-3">
            <span className="bone size-6" />
            <span className="bone h-3.5 w-30" />
          </div>
        </div>
      )
    case 'lines':
      return (
        <div className="flex justify-between px-gutter py-2">
          <span className="bone h-4 w-24" />
          <span className="bone h-4 w-20" />
        </div>
      )
    case 'figure':
      return (
        <div className="px-gutter py-2">
          <span className="bone mb-2 block h-3 w-16" />
          <span className="bone block h-8 w-44" />
        </div>
      )
  }
}
