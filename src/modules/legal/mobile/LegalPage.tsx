import type { ScreenProps } from '#client/screens.ts'
import { FIRM_PAGE, outsidePage } from '../model/outside.ts'
import { DocumentPage } from './DocumentPage.tsx'
import { DocumentsPage } from './DocumentsPage.tsx'
import { FirmPage } from './FirmPage.tsx'
import { OutsidePage } from './OutsidePage.tsx'

/**
 * The specification's web view: a document of the firm, the firm itself, the way to an outside page of the
 * closed list, or the list of all documents.
 */
export default function LegalPage({ params: { document, version, page } }: ScreenProps<'webview'>) {
  if (document !== undefined) return <DocumentPage document={document} version={version} />
  if (page === FIRM_PAGE) return <FirmPage />
  const name = outsidePage(page)
  return name === undefined ? <DocumentsPage /> : <OutsidePage name={name} />
}
