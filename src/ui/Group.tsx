import type { ReactNode } from 'react'
import { Section } from './Section.tsx'

/** Rows under a small grey head, on the page's own colour. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2 className="px-gutter pt-4 pb-2 text-1 text-grey-1">{title}</h2>
      <Section flush first label={title}>
        {children}
      </Section>
    </>
  )
}
