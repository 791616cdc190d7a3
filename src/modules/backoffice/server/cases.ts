import { isDate } from '#kernel/time.ts'
import { formatter } from '#i18n/format.ts'
import { langOf } from '#i18n/lang.ts'
import type { AppContext } from '#modules/module.ts'
import { plainCase, type CaseReader } from '#modules/staff/server/public.ts'
import { FIRM_EVENTS } from '#modules/webhooks/model/webhook.ts'
import { OPERATOR_KEY_SCOPES } from '#wire/route.ts'
import { fingerprintOf, isPublicKey } from './effects.ts'

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** The terms of a key, for whoever signs under it. */
export const keyCases = ({ text }: Pick<AppContext, 'text'>): CaseReader => ({
  powers: ['firm-key.make'],
  brief: async (subject, { name }) =>
    plainCase(typeof name === 'string' ? name : subject, { page: 'firm-keys', at: subject }),
  terms(_subject, { name, scopes, networks, publicKey, until }, lang) {
    const t = (key: string) => text(lang, `backoffice.console.${key}`)
    const day = String(until)
    return [
      { label: t('name'), value: String(name) },
      {
        label: t('scopes'),
        value: OPERATOR_KEY_SCOPES.filter((scope) => listOf(scopes).includes(scope))
          .map((scope) => t(`scope.${scope}`))
          .join(t('comma')),
      },
      { label: t('networks'), value: listOf(networks).join(' ') },
      { label: t('until'), value: isDate(day) ? formatter(langOf(lang)).day(day) : day },
      {
        label: t('fingerprint'),
        value: typeof publicKey === 'string' && isPublicKey(publicKey) ? fingerprintOf(publicKey) : '—',
      },
    ]
  },
})

/** The address of a webhook and its events, for whoever signs under them. */
export const webhookCases = ({ text }: Pick<AppContext, 'text'>): CaseReader => ({
  powers: ['firm-webhook.make'],
  brief: async (subject, { url }) =>
    plainCase(typeof url === 'string' ? url : subject, { page: 'firm-webhooks', at: subject }),
  terms(_subject, { url, events }, lang) {
    const t = (key: string) => text(lang, `backoffice.console.${key}`)
    return [
      { label: t('url'), value: String(url) },
      {
        label: t('events'),
        value: FIRM_EVENTS.filter((each) => listOf(events).includes(each))
          .map((each) => t(`event.${each}`))
          .join(t('comma')),
      },
    ]
  },
})
