import {
  IconApi,
  IconDeviceMobile,
  IconFingerprint,
  IconKey,
  IconLock,
  IconMail,
  IconPhone,
  IconPlus,
  IconShieldCheck,
  IconShieldExclamation,
  IconSnowflake,
  IconSunHigh,
} from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { getSecurity, type SecurityView } from '#modules/identity/contract.ts'
import { Group } from '#ui/Group.tsx'
import { ICON, ICON_S } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { useUserInfo } from './user-info.ts'
import { FreezeSheet, UnfreezeSheet } from './FreezeSheets.tsx'
import { AddPasskeySheet, PasskeySheet } from './PasskeySheets.tsx'
import { canUsePasskeys } from './passkey.ts'
import { SessionStepUp } from './SessionStepUp.tsx'

/** The protection of the account, and the steps to take when somebody else may be in. */
export default function SecurityPage(_: ScreenProps<'security'>) {
  const t = useT()
  const security = useRead(getSecurity, {})
  return (
    <Page
      nav={<NavigationBar title={t('identity.security.title')} />}
      onRefresh={async () => refresh(getSecurity)}
    >
      <Loaded read={security} skeleton="menu">
        {(data) => <Protection security={data} />}
      </Loaded>
    </Page>
  )
}

function Protection({ security }: { security: SecurityView }) {
  const t = useT()
  return (
    <>
      <Standing security={security} />
      <TopNotice security={security} />
      <Passkeys security={security} />
      <Group title={t('identity.security.access')}>
        <MenuRow
          icon={<IconKey {...ICON} />}
          label={t('identity.changePassword.title')}
          href={paths.changePassword()}
        />
        <MenuRow
          icon={<IconLock {...ICON} />}
          label={t('identity.transaction.title')}
          href={paths.transactionPassword()}
          value={t(security.hasTransactionPassword ? 'identity.security.set' : 'identity.security.unset')}
        />
        <MenuRow
          icon={<IconShieldCheck {...ICON} />}
          label={t('identity.totp.title')}
          href={paths.authenticator()}
          value={t(security.totp ? 'identity.security.set' : 'identity.security.unset')}
        />
        <MenuRow
          icon={<IconDeviceMobile {...ICON} />}
          label={t('identity.devices.title')}
          href={paths.devices()}
          value={t('identity.devices.count', { count: security.sessions })}
        />
        <MenuRow icon={<IconApi {...ICON} />} label={t('apikeys.title')} href={paths.apiKeys()} />
      </Group>
      <Group title={t('identity.security.reach')}>
        <MenuRow
          icon={<IconPhone {...ICON} />}
          label={t('identity.phone.title')}
          href={paths.phone()}
          value={security.mobile}
        />
        <MenuRow
          icon={<IconMail {...ICON} />}
          label={t('identity.email.title')}
          href={paths.email()}
          value={
            security.email === null
              ? t('identity.security.unset')
              : security.email.verified
                ? security.email.address
                : t('identity.email.waiting')
          }
        />
      </Group>
      <Emergency security={security} />
    </>
  )
}

/** In one sentence: how well the account is protected. */
function Standing({ security: { passkeys, totp, session } }: { security: SecurityView }) {
  const t = useT()
  const f = useFormat()
  const isStrong = passkeys.length > 0
  const Icon = isStrong ? IconShieldCheck : IconShieldExclamation
  return (
    <Section first>
      <div className="flex items-start gap-3 py-2">
        <span
          className={`grid size-11 shrink-0 place-items-center rounded-round ${isStrong ? 'bg-ok-wash text-ok' : 'bg-warn-wash text-warn'}`}
        >
          <Icon {...ICON} />
        </span>
        <div className="min-w-0">
          <h2 className="text-3 font-strong">
            {t(
              isStrong
                ? 'identity.security.strong'
                : totp
                  ? 'identity.security.half'
                  : 'identity.security.weak',
            )}
          </h2>
          <p className="text-grey-1 text-2 pt-0.5">
            {isStrong
              ? t('identity.security.strongNote', { count: f.number(passkeys.length) })
              : t(totp ? 'identity.security.halfNote' : 'identity.security.weakNote')}
          </p>
          <p className="text-grey-1 text-1 pt-1">{t(`identity.security.by.${session.factor}`)}</p>
        </div>
      </div>
    </Section>
  )
}

/** The one thing that matters most now. */
function TopNotice({ security }: { security: SecurityView }) {
  const t = useT()
  const f = useFormat()
  const [asking, setAsking] = useState(false)
  useUserInfo()
  const {
    frozen,
    heldUntil,
    withdrawalsClosedUntil,
    restsBecause,
    session: { factor },
    passkeys,
    totp,
  } = security
  // Said under the bar of every page.
  if (frozen || heldUntil !== null) return null
  if (withdrawalsClosedUntil !== null)
    return (
      <Notice
        tone="warn"
        title={t('identity.security.closed', { until: f.dateTime(withdrawalsClosedUntil) })}
        note={t('identity.security.closedNote', { change: restsBecause ?? 'other' })}
      />
    )
  if (factor !== 'password' || (passkeys.length === 0 && !totp)) return null
  return (
    <>
      <Notice
        tone="info"
        icon={<IconFingerprint {...ICON_S} />}
        title={t('identity.stepUp.title')}
        note={t('identity.stepUp.note')}
        onPress={() => setAsking(true)}
      />
      <Sheet open={asking} onClose={() => setAsking(false)} title={t('identity.stepUp.title')}>
        <div className="px-gutter pb-4">
          <SessionStepUp security={security} onDone={() => setAsking(false)} />
        </div>
      </Sheet>
    </>
  )
}

function Passkeys({ security }: { security: SecurityView }) {
  const t = useT()
  const f = useFormat()
  const [adding, setAdding] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const passkey = security.passkeys.find(({ id }) => id === shown)
  return (
    <Group title={t('identity.passkey.title')}>
      {security.passkeys.map(({ id, name, usedAt, madeAt }) => (
        <MenuRow
          key={id}
          icon={<IconFingerprint {...ICON} />}
          label={name === '' ? t('identity.passkey.one') : name}
          value={
            usedAt === null
              ? t('identity.passkey.madeAt', { at: f.date(madeAt) })
              : t('identity.passkey.usedAt', { at: f.date(usedAt) })
          }
          onPress={() => setShown(id)}
        />
      ))}
      {canUsePasskeys() ? (
        <MenuRow
          icon={<IconPlus {...ICON} />}
          label={t('identity.passkey.add')}
          onPress={() => setAdding(true)}
        />
      ) : (
        <p className="text-grey-1 text-1 px-gutter py-3">{t('identity.passkey.cannot')}</p>
      )}
      <AddPasskeySheet open={adding} onClose={() => setAdding(false)} />
      <PasskeySheet
        passkey={passkey ?? null}
        isLast={security.passkeys.length === 1}
        onClose={() => setShown(null)}
      />
    </Group>
  )
}

/** The measures when somebody else may be in: stop everything that can leave or be opened. */
function Emergency({ security: { frozen } }: { security: SecurityView }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Group title={t('identity.security.emergency')}>
      {frozen ? (
        <MenuRow
          icon={<IconSunHigh {...ICON} />}
          label={t('identity.freeze.open')}
          onPress={() => setOpen(true)}
        />
      ) : (
        <MenuRow
          icon={<IconSnowflake {...ICON} className="text-danger" />}
          label={<span className="text-danger">{t('identity.freeze.title')}</span>}
          onPress={() => setOpen(true)}
        />
      )}
      {frozen ? <UnfreezeSheet open={open} onClose={close} /> : <FreezeSheet open={open} onClose={close} />}
      <MenuRow icon={<IconKey {...ICON} />} label={t('identity.recovery.title')} href={paths.recovery()} />
    </Group>
  )
}
