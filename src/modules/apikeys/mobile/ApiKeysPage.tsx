import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ICON } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import { toast } from '#ui/toast.tsx'
import { listApiKeys, revokeApiKey, type ApiKeyView } from '../contract.ts'
import { MakeKeySheet } from './MakeKeySheet.tsx'

/** Keys by which the member's own programs ask; each can be revoked at once. */
export default function ApiKeysPage(_: ScreenProps<'apiKeys'>) {
  const t = useT()
  const read = useRead(listApiKeys, {})
  const [making, setMaking] = useState(false)
  const standing = read.data?.keys.filter(({ revokedAt }) => revokedAt === null) ?? []
  return (
    <Page
      nav={<NavigationBar title={t('apikeys.title')} />}
      onRefresh={async () => refresh(listApiKeys)}
      {...(read.data === undefined
        ? {}
        : {
            footer: (
              <ActionBar>
                <Button disabled={standing.length >= read.data.most} onPress={() => setMaking(true)}>
                  <IconPlus {...ICON} />
                  {t('apikeys.make')}
                </Button>
              </ActionBar>
            ),
          })}
    >
      <Section first>
        <p className="text-2">{t('apikeys.intro')}</p>
        <p className="text-grey-1 text-1 pt-1">{t('apikeys.bound')}</p>
        <p className="text-1">
          <a
            className="text-brand inline-flex min-h-touch items-center"
            href="/api/docs"
            target="_blank"
            rel="noreferrer"
          >
            {t('apikeys.help')}
          </a>
          <a className="text-brand ml-4 inline-flex min-h-touch items-center" href={paths.webhooks()}>
            {t('webhooks.pageTitle.webhooks')}
          </a>
        </p>
      </Section>
      <Loaded read={read} skeleton="menu" title={t('apikeys.cannotLoad')}>
        {({ keys, most }) => (
          <>
            {standing.length === 0 ? (
              <Empty title={t('apikeys.empty')} />
            ) : (
              <Section flush label={t('apikeys.list')}>
                <SectionHead
                  flush
                  title={t('apikeys.list')}
                  note={t('apikeys.count', { count: standing.length, most })}
                />
                {standing.map((key) => (
                  <KeyRow key={key.id} apiKey={key} />
                ))}
              </Section>
            )}
            {keys.length > standing.length && (
              <Section flush label={t('apikeys.ended')}>
                <SectionHead flush title={t('apikeys.ended')} />
                {keys
                  .filter(({ revokedAt }) => revokedAt !== null)
                  .map((key) => (
                    <KeyRow key={key.id} apiKey={key} />
                  ))}
              </Section>
            )}
          </>
        )}
      </Loaded>
      <MakeKeySheet open={making} onClose={() => setMaking(false)} />
    </Page>
  )
}

function KeyRow({ apiKey }: { apiKey: ApiKeyView }) {
  const { id, name, scope, networks, fingerprint, madeAt, usedAt, revokedAt, revokedBecause } = apiKey
  const [t, f] = [useT(), useFormat()]
  const write = useWrite(revokeApiKey, { refreshes: [listApiKeys] })
  async function revoke() {
    const yes = await confirm({
      title: t('apikeys.revokeTitle', { name }),
      body: t('apikeys.revokeNote'),
      danger: true,
    })
    if (!yes) return
    const answer = await write.run({ params: { id } })
    if (answer.ok) toast(t('apikeys.revoked'), { kind: 'ok' })
  }
  const lines = [
    ...(revokedAt === null
      ? [usedAt === null ? t('apikeys.neverUsed') : t('apikeys.usedAt', { at: f.dateTime(usedAt) })]
      : [t(`apikeys.revokedAt.${revokedBecause ?? 'member'}`, { at: f.dateTime(revokedAt) })]),
    networks.length === 0 ? t('apikeys.anywhere') : t('apikeys.from', { networks: networks.join(', ') }),
    t('apikeys.madeAt', { at: f.dateTime(madeAt) }),
    t('apikeys.fingerprint', { fingerprint }),
  ]
  return (
    <Row className="gap-3 py-2">
      <span className={`shrink-0 ${revokedAt === null ? 'text-brand' : 'text-grey-1'}`}>
        <IconKey {...ICON} />
      </span>
      <span className="min-w-0 grow">
        <span className="text-2 flex flex-wrap items-center gap-x-2">
          <span className="font-strong break-all">{name}</span>
          <Tag tone={scope === 'trade' ? 'warn' : 'grey'}>{t(`apikeys.scope.${scope}`)}</Tag>
        </span>
        {lines.map((line) => (
          <span key={line} className="text-grey-1 text-1 block break-words">
            {line}
          </span>
        ))}
        <span className="text-grey-1 text-1 block break-all">ID {id}</span>
      </span>
      {revokedAt === null && (
        <span className="flex shrink-0">
          <Button
            kind="neutral"
            size="s"
            state={write.state}
            label={`${t('apikeys.revoke')} ${name}`}
            onPress={() => void revoke()}
          >
            {t('apikeys.revoke')}
          </Button>
        </span>
      )}
    </Row>
  )
}
