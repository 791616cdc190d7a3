import { useState } from 'react'
import { call } from '#client/call.ts'
import { wallNow } from '#client/clock.ts'
import { CallError } from '#client/call-error.ts'
import { refresh, useRead } from '#client/reads.ts'
import { saveFile } from '#client/save-file.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useAct, useMe } from '#console/kit/act.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { PersonName } from '#console/kit/Pane.tsx'
import { usePlace } from '#console/kit/paging.ts'
import { Loaded } from '#ui/Loaded.tsx'
import {
  EXPORT_FORMS,
  listExports,
  takeExport,
  type ExportForm,
  type ExportView,
} from '../operator-contract.ts'
import { Pager } from './Pager.tsx'

/** The books as files: asked for by an act that everybody can read, taken a piece at a time. */
export default function ExportsPage() {
  const t = useT()
  const f = useFormat()
  const me = useMe()
  const act = useAct()
  const query = usePlace()
  const read = useRead(listExports, { query }, { keepPrevious: true })
  const [taking, setTaking] = useState<{ id: string; pieces: number } | null>(null)

  async function take({ id }: Pick<ExportView, 'id'>): Promise<void> {
    const pieces: string[] = []
    try {
      for (let from: string | null = 'e0'; from !== null;) {
        setTaking({ id, pieces: pieces.length })
        const piece: { name: string; type: string; text: string; next: string | null } = await call(
          takeExport,
          { params: { id }, query: { from } },
        )
        pieces.push(piece.text)
        from = piece.next
        if (from === null) saveFile(piece.name, new Blob(pieces, { type: `${piece.type};charset=utf-8` }))
      }
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
    } finally {
      setTaking(null)
    }
  }
  async function ask(form: ExportForm): Promise<void> {
    if ((await act.ask({ power: 'ledger.export', subject: 'ledger', body: { form } })) === null) return
    refresh(listExports)
    const [asked] = (await call(listExports, { query: {} })).rows
    if (asked !== undefined) await take(asked)
  }
  return (
    <section className="desk-page" aria-label={t('audit.console.exports.title')}>
      <div className="flex flex-wrap items-center gap-2 border-b border-grey-3 px-4 py-2">
        <h1 className="pr-2 text-3 font-strong">{t('audit.console.exports.title')}</h1>
        {EXPORT_FORMS.map((form) => (
          <DeskButton
            key={form}
            look="primary"
            busy={act.busy || taking !== null}
            onPress={() => void ask(form)}
          >
            {t(`audit.console.form.${form}`)}
          </DeskButton>
        ))}
        <p className="text-1 text-grey-1">{t('audit.console.exports.note')}</p>
      </div>
      <div className="desk-scroll" tabIndex={0} role="group" aria-label={t('audit.console.exports.list')}>
        <Loaded read={read} skeleton="lines">
          {({ rows, next }) =>
            rows.length === 0 ? (
              <p className="px-4 py-8 text-center text-grey-1">{t('audit.console.exports.none')}</p>
            ) : (
              <>
                <table className="desk-table" aria-label={t('audit.console.exports.list')}>
                  <thead>
                    <tr>
                      <th scope="col">{t('audit.console.col.at')}</th>
                      <th scope="col">{t('audit.console.col.by')}</th>
                      <th scope="col">{t('audit.console.col.kind')}</th>
                      <th scope="col" className="at-end">
                        {t('audit.console.exports.upTo')}
                      </th>
                      <th scope="col">{t('audit.console.exports.until')}</th>
                      <th scope="col">{t('audit.console.exports.take')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((each) => (
                      <tr key={each.id}>
                        <td>{f.moment(each.at)}</td>
                        <td>
                          <PersonName person={each.by as never} />
                        </td>
                        <td>{t(`audit.console.form.${each.form}`)}</td>
                        <td className="at-end">{f.quantity(each.toSeq)}</td>
                        <td>{f.moment(each.until)}</td>
                        <td>
                          {me?.role === each.by.role &&
                          me.number === each.by.number &&
                          Date.parse(each.until) > wallNow() ? (
                            <DeskButton
                              busy={taking?.id === each.id}
                              disabled={taking !== null}
                              onPress={() => void take(each)}
                            >
                              {taking?.id === each.id
                                ? t('audit.console.exports.piece', { n: taking.pieces })
                                : t('audit.console.exports.take')}
                            </DeskButton>
                          ) : (
                            '—'
                          )}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
                <div className="px-4 py-2">
                  <Pager by="place" next={next} />
                </div>
              </>
            )
          }
        </Loaded>
      </div>
    </section>
  )
}
