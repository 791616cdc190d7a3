export { NewsLine } from './NewsLine.tsx'
export { IssueNews } from './IssueNews.tsx'
