/** Uploads are not under `/api`: they have the API's host root to themselves (specification, chapter 7). */
export const UPLOAD_PATH = '/upload'
