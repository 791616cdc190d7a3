import { useState } from 'react'
import { call } from '#client/call.ts'
import { refresh, useRead } from '#client/reads.ts'
import { saveFile } from '#client/save-file.ts'
import { useFormat, useT } from '#client/texts.ts'
import { getBackOfficeApi } from '#wire/system.ts'
import { useAct, useMe } from '#console/kit/act.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { Facts, Pane, PaneSection, PersonName } from '#console/kit/Pane.tsx'
import { usePeople } from '#console/kit/people.ts'
import { Table } from '#console/kit/Table.tsx'
import { confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast.tsx'
import { listFirmKeys, type FirmKeyView } from '../operator-contract.ts'
import { MakeFirmKey } from './MakeFirmKey.tsx'

const TONES = { active: 'ok', expired: 'grey', ownerless: 'warn', revoked: 'grey' } as const

/** Keys with which programs of the firm read at the console, and the form for another one. */
export default function FirmKeysPage() {
  const t = useT()
  const { wordsOf } = usePeople()
  const f = useFormat()
  const me = useMe()
  const read = useRead(listFirmKeys, {}, { poll: 'deskLog' })
  const [isMaking, setMaking] = useState(false)
  if (isMaking && read.data !== undefined)
    return <MakeFirmKey address={read.data.address} onDone={() => setMaking(false)} />
  return (
    <Table<FirmKeyView>
      name="firm-keys"
      title={t('backoffice.console.title')}
      read={read}
      rows={read.data?.keys}
      keyOf={({ id }) => id}
      sortedBy="-madeAt"
      empty={t('backoffice.console.empty')}
      note={t('backoffice.console.note')}
      detail={(key) => <KeyPane firmKey={key} />}
      actions={
        <span className="flex flex-wrap gap-2">
          <DocumentButton />
          {me?.powers.includes('firm-key.make') && me.roles.includes('administrator') && (
            <DeskButton look="primary" onPress={() => setMaking(true)}>
              {t('backoffice.console.make')}
            </DeskButton>
          )}
        </span>
      }
      columns={[
        {
          id: 'name',
          head: t('backoffice.console.name'),
          cell: ({ name }) => name,
          value: ({ name }) => name,
        },
        {
          id: 'scopes',
          head: t('backoffice.console.scopes'),
          wraps: true,
          cell: ({ scopes }) =>
            scopes.map((scope) => t(`backoffice.console.scope.${scope}`)).join(t('backoffice.console.comma')),
          value: ({ scopes }) => scopes.join(' '),
        },
        {
          id: 'until',
          head: t('backoffice.console.until'),
          cell: ({ until }) => f.day(until),
          value: ({ until }) => until,
        },
        {
          id: 'owner',
          spare: true,
          head: t('backoffice.console.owner'),
          cell: ({ owner }) => <PersonName person={owner} />,
          value: ({ owner }) => wordsOf(owner),
        },
        {
          id: 'madeAt',
          spare: true,
          head: t('backoffice.console.madeAt'),
          cell: ({ madeAt }) => f.dateTime(madeAt),
          value: ({ madeAt }) => madeAt,
        },
        {
          id: 'usedAt',
          head: t('backoffice.console.usedAt'),
          cell: ({ usedAt }) => (usedAt === null ? t('backoffice.console.never') : f.dateTime(usedAt)),
          value: ({ usedAt }) => usedAt ?? '',
        },
        {
          id: 'state',
          head: t('backoffice.console.state'),
          cell: ({ state }) => <Mark tone={TONES[state]}>{t(`backoffice.console.state.${state}`)}</Mark>,
          value: ({ state }) => state,
        },
      ]}
    />
  )
}

/** The description of what keys may read, as a file for whoever writes the program. */
function DocumentButton() {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const { document } = await call(getBackOfficeApi, {})
      saveFile('akari-back-office.json', new Blob([JSON.stringify(document, null, 2)]))
    } finally {
      setBusy(false)
    }
  }
  return (
    <DeskButton busy={isBusy} onPress={() => void save().catch(() => {})}>
      {t('backoffice.console.openapi')}
    </DeskButton>
  )
}

function KeyPane({ firmKey }: { firmKey: FirmKeyView }) {
  const t = useT()
  const { wordsOf } = usePeople()
  const f = useFormat()
  const me = useMe()
  const act = useAct()
  const { id, name, scopes, networks, fingerprint, until, state, owner, madeAt, usedAt } = firmKey
  const { revokedAt, revokedBy } = firmKey
  const revoke = async () => {
    const agreed = await confirm({
      title: `${t('backoffice.power.firm-key.revoke')} ${name}`,
      body: t('backoffice.console.revokeAsk'),
      danger: true,
    })
    if (!agreed) return
    const acted = await act.ask({ power: 'firm-key.revoke', subject: id })
    if (acted === null) return
    refresh(listFirmKeys)
    toast(t('backoffice.console.revoked'), { kind: 'ok' })
  }
  return (
    <Pane
      label={name}
      head={
        <>
          <p className="font-code text-1 break-all text-grey-1">{id}</p>
          <h2 className="flex flex-wrap items-center gap-2 text-3 font-strong">
            {name}
            <Mark tone={TONES[state]}>{t(`backoffice.console.state.${state}`)}</Mark>
          </h2>
        </>
      }
      foot={
        state !== 'revoked' && me?.powers.includes('firm-key.revoke') ? (
          <DeskButton look="danger" tall busy={act.busy} onPress={() => void revoke()}>
            {t('backoffice.power.firm-key.revoke')}
          </DeskButton>
        ) : undefined
      }
    >
      <PaneSection>
        <Facts
          rows={[
            [
              t('backoffice.console.scopes'),
              scopes
                .map((scope) => t(`backoffice.console.scope.${scope}`))
                .join(t('backoffice.console.comma')),
            ],
            [t('backoffice.console.networks'), networks.join(' ')],
            [t('backoffice.console.until'), f.day(until)],
            [t('backoffice.console.owner'), wordsOf(owner)],
            [t('backoffice.console.madeAt'), f.moment(madeAt)],
            [
              t('backoffice.console.usedAt'),
              usedAt === null ? t('backoffice.console.never') : f.moment(usedAt),
            ],
            [t('backoffice.console.fingerprint'), <code key="fingerprint">{fingerprint}</code>],
            ...(revokedAt === null || revokedBy === null
              ? []
              : [
                  [
                    t('backoffice.console.revokedBy'),
                    `${wordsOf(revokedBy, revokedAt)} ${f.moment(revokedAt)}`,
                  ] as const,
                ]),
          ]}
        />
      </PaneSection>
    </Pane>
  )
}
