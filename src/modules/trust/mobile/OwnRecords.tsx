import { useState } from 'react'
import { call } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Row } from '#ui/Row.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { getProof, listRecords, type ProofView, type RecordRow } from '../contract.ts'
import { isIncluded } from './check.ts'

type Proved = { isRight: boolean; proof: ProofView }

/**
 * Records of the journal that moved this member's money or registered a key of their devices; each can be
 * checked here against the published head.
 */
export function OwnRecords() {
  const t = useT()
  const read = useRead(listRecords, { query: {} }, { staleTime: 0, poll: 'ownRecords' })
  const [proved, setProved] = useState<ReadonlyMap<number, Proved>>(new Map())
  const [open, setOpen] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)

  async function prove(rows: readonly RecordRow[]): Promise<void> {
    setBusy(true)
    try {
      for (const { seq } of rows) {
        const proof = await call(getProof, { params: { seq: String(seq) } })
        setProved((before) => new Map(before).set(seq, { isRight: isIncluded(proof), proof }))
      }
    } catch {
      // Said where it happened; what has been checked stays.
    }
    setBusy(false)
  }
  return (
    <Section flush>
      <SectionHead title={t('trust.own')} note={t('trust.ownNote')} flush />
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={4} />}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('trust.ownNone')} />
          ) : (
            <>
              {rows.map((row) => (
                <OwnRecord
                  key={row.seq}
                  row={row}
                  proved={proved.get(row.seq)}
                  isOpen={open === row.seq}
                  onPress={
                    row.isPublished
                      ? () => {
                          setOpen(open === row.seq ? null : row.seq)
                          if (!proved.has(row.seq)) void prove([row])
                        }
                      : undefined
                  }
                />
              ))}
              <div className="px-gutter py-3">
                <Button
                  kind="secondary"
                  size="s"
                  state={busy ? 'pending' : 'idle'}
                  disabled={!rows.some((row) => row.isPublished)}
                  onPress={() => void prove(rows.filter((row) => row.isPublished && !proved.has(row.seq)))}
                >
                  {t('trust.checkAll')}
                </Button>
              </div>
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function OwnRecord({
  row: { seq, at, kinds, isPublished },
  proved,
  isOpen,
  onPress,
}: {
  row: RecordRow
  proved: Proved | undefined
  isOpen: boolean
  onPress: (() => void) | undefined
}) {
  const t = useT()
  const f = useFormat()
  return (
    <>
      <Row onPress={onPress}>
        <span className="flex w-full items-center justify-between gap-3 py-2">
          <span className="min-w-0">
            <span className="block text-2">
              {kinds.length === 0
                ? t('trust.deviceKey')
                : kinds.map((kind) => t(`portfolio.entry.${kind}`)).join(t('trust.comma'))}
            </span>
            <span className="block text-1 text-grey-1">
              {t('trust.number', { seq })}　{f.dateTime(at)}
            </span>
          </span>
          {!isPublished ? (
            <Tag tone="grey">{t('trust.notYet')}</Tag>
          ) : proved === undefined ? (
            <span className="text-1 shrink-0 text-brand">{t('trust.check')}</span>
          ) : (
            <Tag tone={proved.isRight ? 'ok' : 'danger'}>
              {t(proved.isRight ? 'trust.included' : 'trust.excluded')}
            </Tag>
          )}
        </span>
      </Row>
      {isOpen && proved !== undefined && (
        <div className="bg-sunk px-gutter py-2 text-1 text-grey-1">
          <p>{t('trust.proof', { steps: proved.proof.path.length, size: proved.proof.head.size })}</p>
          {proved.proof.record?.includes('"signed":{') && <p>{t('trust.signed')}</p>}
          <p className="pt-1 break-all font-code">
            {proved.proof.record ?? t('trust.shared', { entry: proved.proof.entry })}
          </p>
        </div>
      )}
    </>
  )
}
