import { NotFound, on, type Room } from '#rooms/room.ts'
import { LANGS, langOf, type Lang } from '#texts/lang.ts'
import * as contract from '../contract.ts'
import { DOCUMENT_IDS, newestVersion } from '../model/documents.ts'
import type { RoomFigures } from '../model/figures.ts'
import { openLibrary, type Published } from './library.ts'

/** The firm is simulated, and so is every agreement with it. */
const SIMULATED = true

/** The firm's documents, for everybody to read. */
export function createLegal(rooms: RoomFigures): Room {
  const library = openLibrary(rooms)
  const versionsOf = (id: string): Published[] => library.filter((each) => each.id === id).toReversed()
  return {
    name: 'legal',
    doors: [
      on(contract.listDocuments, ({ lang }) => DOCUMENT_IDS.map((id) => {
        const versions = versionsOf(id)
        return { id, title: versions[0]!.texts[langOf(lang)].title, versions: versions.map(versionView) }
      })),
      on(contract.getDocument, ({ params, query, lang }) => {
        const found = versionsOf(params.document).find(({ version }) => query.version === undefined || version === Number(query.version))
        if (found === undefined) throw new NotFound()
        const { id, version, inForceFrom, texts } = found
        return { id, version, inForceFrom, newestVersion: newestVersion(id).version, ...texts[langOf(lang)], simulated: SIMULATED }
      }),
    ],
  }
}

const versionView = ({ version, inForceFrom, texts }: Published): contract.DocumentEntry['versions'][number] => ({
  version, inForceFrom, sha256: Object.fromEntries(LANGS.map((lang) => [lang, texts[lang].sha256])) as Record<Lang, string>,
})
