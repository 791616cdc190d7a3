import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { Mark } from '#console/kit/Control.tsx'
import { PaneSection } from '#console/kit/Pane.tsx'
import { BlockView } from '#ui/BlockView.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { getDeskFirm } from '../operator-contract.ts'
import { blocksOf } from '../model/text.ts'

/** The firm's settings, as whoever runs the server has made them; nobody changes them here. */
export default function FirmDeskPage() {
  const t = useT()
  const read = useRead(getDeskFirm, {}, { quiet: true })
  return (
    <section className="desk-page" aria-label={t('legal.console.firm.title')}>
      <h1 className="border-b border-grey-3 px-4 py-3 text-3 font-strong">{t('legal.console.firm.title')}</h1>
      <div className="desk-scroll" tabIndex={0} role="group" aria-label={t('legal.console.firm.title')}>
        <PaneSection>
          <Loaded read={read} skeleton="lines">
            {({ name, isFictional, text, payouts }) =>
              name === null || payouts === null ? (
                <p className="text-danger">{t('legal.console.firm.missing')}</p>
              ) : (
                <>
                  <p className="flex flex-wrap items-center gap-2 pb-1 font-strong">
                    {name}
                    {isFictional && <Mark tone="warn">{t('legal.console.firm.fictional')}</Mark>}
                  </p>
                  {blocksOf(text).map((block) => (
                    <BlockView key={JSON.stringify(block)} block={block} />
                  ))}
                  <p className="pt-2 text-1 text-grey-1">
                    {t('legal.console.firm.payouts', { ...payouts, type: payouts.type })}
                  </p>
                  <p className="text-1 text-grey-1">{t('legal.console.firm.note')}</p>
                </>
              )
            }
          </Loaded>
        </PaneSection>
      </div>
    </section>
  )
}
