export { IssueNews } from './IssueNews.tsx'
