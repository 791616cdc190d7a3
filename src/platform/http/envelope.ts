import {
  REFUSED,
  STATUS,
  SUCCESS,
  type Envelope,
  type MalformedData,
  type RefusalData,
} from '#wire/envelope.ts'
import type { Refusal } from '#kernel/result.ts'
import type { Lang } from '#i18n/lang.ts'

export type Text = (lang: string, key: string, args?: Readonly<Record<string, number | string>>) => string

/** An answer on its way out: the body is finished JSON. */
export type Answer = { status: number; body: string; headers?: readonly [name: string, value: string][] }

export type Field = MalformedData['fields'][number]

/** Builds every answer of the API, so that the envelope is written in one place. */
export type Envelopes = ReturnType<typeof envelopes>

export function envelopes(text: Text) {
  const openings: Partial<Record<Lang, string>> = {}
  const opening = (lang: Lang): string =>
    (openings[lang] ??= `{"code":${SUCCESS},"msg":${JSON.stringify(text(lang, 'server.success'))},"data":`)

  const failed = (
    status: number,
    code: number,
    msg: string,
    data: unknown,
    headers?: Answer['headers'],
  ): Answer => {
    const body = JSON.stringify({ code, msg, data } satisfies Envelope)
    return headers === undefined ? { status, body } : { status, body, headers }
  }
  const refusal = (
    handler: string,
    { rejection, detail, module = handler }: Refusal,
    lang: Lang,
  ): Envelope<RefusalData> => ({
    code: REFUSED,
    msg: text(lang, `${module}.rejection.${rejection}`, detail),
    data: { rejection, detail },
  })
  return {
    success: (data: unknown, lang: Lang): Answer => ({
      status: 200,
      body: `${opening(lang)}${JSON.stringify(data ?? null)}}`,
    }),
    refused: (module: string, no: Refusal, lang: Lang): Answer => ({
      status: 200,
      body: JSON.stringify(refusal(module, no, lang)),
    }),
    /** The envelope itself, for `GET /api/ops/{key}`. */
    successOf: (data: unknown, lang: Lang): Envelope => ({
      code: SUCCESS,
      msg: text(lang, 'server.success'),
      data,
    }),
    refusalOf: refusal,
    malformed: (
      rejection: MalformedData['rejection'],
      fields: Field[],
      lang: Lang,
      status: 400 | 417 | 426 = STATUS.malformed,
      headers?: Answer['headers'],
    ): Answer =>
      failed(
        status,
        status,
        text(lang, `server.${rejection}`),
        { rejection, fields } satisfies MalformedData,
        headers,
      ),
    /** An answer whose number is status and code at once; `key` names its sentence. */
    status: (
      status: number,
      key: string,
      lang: Lang,
      data: unknown = null,
      headers?: Answer['headers'],
    ): Answer => failed(status, status, text(lang, `server.${key}`), data, headers),
  }
}
