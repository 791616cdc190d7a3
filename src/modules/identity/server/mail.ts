import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ms } from '#kernel/time.ts'
import { makeDirectory } from '#platform/directory.ts'
import type { AppContext } from '#modules/module.ts'
import { notConfigured, postToGateway } from './gateway.ts'

/**
 * A mail as it goes out; `code`: what is to be typed in from it, for the developer inbox. `key`: by which the
 * service knows it again when it comes twice.
 */
export type Mail = { key: string; at: Ms; to: string; title: string; text: string; code: string | null }
/** The service that sends mails. */
export type MailGateway = { send(mail: Mail): Promise<void> }

export type Mailer = {
  /** `at`: when it was written, where that is not now. */
  send(mail: Omit<Mail, 'at'> & { lang: string; at?: Ms }): Promise<void>
}

/**
 * Words every mail in the same way: what it is about, and that no mail of ours asks for a password or carries
 * a link.
 */
export const openMailer = ({ clock, text: say }: AppContext, gateway: MailGateway): Mailer => ({
  send: ({ key, at, to, lang, title, text, code }) =>
    gateway.send({
      key,
      at: at ?? Math.floor(clock.wall()),
      to,
      title,
      text: `${text}\n\n${say(lang, 'identity.mail.foot')}\n`,
      code,
    }),
})

/** A mail service that takes `POST {to, subject, text}` as JSON. */
export const mailOverHttp = (url: string, token: string | null): MailGateway => ({
  send: ({ key, to, title, text }) => postToGateway(url, token, key, { to, subject: title, text }),
})

const base64 = (text: string): string => Buffer.from(text).toString('base64')
/** Words of a header in RFC 2047, as many as it takes: each at most 75 characters. */
const encoded = (words: string): string => {
  const parts: string[] = []
  for (const character of words) {
    const last = parts.at(-1)
    if (last === undefined || base64(last + character).length > 60) parts.push(character)
    else parts[parts.length - 1] = last + character
  }
  return parts.map((part) => `=?UTF-8?B?${base64(part)}?=`).join('\r\n ')
}

/** A mail as one file of RFC 5322, for a mail server that picks files up. */
export const fileOf = ({ key, at, to, title, text }: Mail, from: string): string =>
  [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${encoded(title)}`,
    `Message-ID: <${key}@akari.invalid>`,
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    (base64(text).match(/.{1,76}/g) ?? []).join('\r\n'),
    '',
  ].join('\r\n')

/**
 * Mails as files in a folder: written whole under another name, then named, so that nobody picks up half of
 * one.
 */
export function mailInFolder(folder: string, from: string): MailGateway {
  makeDirectory(folder, 0o700)
  return {
    async send(mail) {
      // The same mail again is the same file, unless it was picked up in between.
      const name = join(folder, `${mail.at}-${mail.key}`)
      await writeFile(`${name}.tmp`, fileOf(mail, from), { mode: 0o600 })
      await rename(`${name}.tmp`, `${name}.eml`)
    },
  }
}

const KEPT = 20
const MOST_ADDRESSES = 1_000

/** The demo's mail: what would have been sent can be read in the developer inbox. */
export function mailInInbox(): MailGateway & { read(address: string): Mail[] } {
  const mails = new Map<string, Mail[]>()
  return {
    async send(mail) {
      const kept = mails.get(mail.to) ?? []
      mails.delete(mail.to)
      mails.set(mail.to, [mail, ...kept].slice(0, KEPT))
      if (mails.size > MOST_ADDRESSES) mails.delete(mails.keys().next().value!)
    },
    read: (address) => mails.get(address) ?? [],
  }
}

/** Outside the demo setting, until one is configured. */
export const noMail: MailGateway = { send: () => notConfigured('mail') }
