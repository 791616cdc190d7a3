/** Written by `node scripts/texts.ts` from the catalogues. */
export type TextArgs = {
  'actions.earlier': Record<never, never>
  'actions.exDate': { cum: number | string; date: number | string; n: number }
  'actions.kind.dividend': Record<never, never>
  'actions.kind.reverse': Record<never, never>
  'actions.kind.split': Record<never, never>
  'actions.later': Record<never, never>
  'actions.lead': Record<never, never>
  'actions.mine.adjustment': Record<never, never>
  'actions.mine.beforeTax': Record<never, never>
  'actions.mine.comingSum': Record<never, never>
  'actions.mine.dates': { ex: number | string; pay: number | string }
  'actions.mine.empty': Record<never, never>
  'actions.mine.emptyNote': Record<never, never>
  'actions.mine.held': { yen: number }
  'actions.mine.paidSum': Record<never, never>
  'actions.mine.perShare': { yen: number | string }
  'actions.mine.tax': { yen: number }
  'actions.month': { at: number | string }
  'actions.noneInMonth': Record<never, never>
  'actions.noneNote': Record<never, never>
  'actions.noneOfIssue': Record<never, never>
  'actions.perShare': { date: number | string; yen: number | string }
  'actions.quarter': { fiscal: number | string; quarter: string }
  'actions.ratio': { newShares: number; oldShares: number }
  'actions.ratioInferred': { newShares: number; oldShares: number }
  'actions.results.coming': Record<never, never>
  'actions.results.published': Record<never, never>
  'actions.resultsLead': Record<never, never>
  'actions.resultsOn': { date: number | string; n: number }
  'actions.resultsSay': { fiscal: number | string; forecast: number | string; profit: number | string }
  'actions.shown': Record<never, never>
  'actions.shown.all': Record<never, never>
  'actions.shown.dates': Record<never, never>
  'actions.shown.results': Record<never, never>
  'actions.status.coming': Record<never, never>
  'actions.status.paid': Record<never, never>
  'actions.title': Record<never, never>
  'actions.unknown': Record<never, never>
  'actions.view.calendar': Record<never, never>
  'actions.view.mine': Record<never, never>
  'ai.apply.amount': Record<never, never>
  'ai.apply.ask': Record<never, never>
  'ai.apply.button': Record<never, never>
  'ai.apply.closed': Record<never, never>
  'ai.apply.done': Record<never, never>
  'ai.apply.hint': { max: number | string; shares: number | string }
  'ai.apply.login': Record<never, never>
  'ai.apply.loss': Record<never, never>
  'ai.apply.noHold': Record<never, never>
  'ai.apply.power': Record<never, never>
  'ai.apply.short': { yen: number }
  'ai.apply.submit': { units: number | string }
  'ai.apply.title': Record<never, never>
  'ai.apply.units': Record<never, never>
  'ai.apply.unitsOf': { n: number }
  'ai.cannotLoad': Record<never, never>
  'ai.card.code': Record<never, never>
  'ai.card.fromTo': { from: number | string; to: number | string }
  'ai.card.rule': Record<never, never>
  'ai.card.ruleText': { days: number | string; limit: number | string; loss: number | string; profit: number | string }
  'ai.card.tested': Record<never, never>
  'ai.card.title': Record<never, never>
  'ai.card.trained': Record<never, never>
  'ai.card.version': Record<never, never>
  'ai.check.bars': Record<never, never>
  'ai.check.differs': Record<never, never>
  'ai.check.failed': Record<never, never>
  'ai.check.hash': Record<never, never>
  'ai.check.note': Record<never, never>
  'ai.check.rank': Record<never, never>
  'ai.check.run': Record<never, never>
  'ai.check.same': Record<never, never>
  'ai.check.split': Record<never, never>
  'ai.check.title': Record<never, never>
  'ai.exit.stop-loss': Record<never, never>
  'ai.exit.take-profit': Record<never, never>
  'ai.exit.time': Record<never, never>
  'ai.exit.unfilled': Record<never, never>
  'ai.feature.high60': Record<never, never>
  'ai.feature.momentum20': Record<never, never>
  'ai.feature.momentum5': Record<never, never>
  'ai.feature.momentum60': Record<never, never>
  'ai.feature.results': Record<never, never>
  'ai.feature.swing20': Record<never, never>
  'ai.feature.volume5': Record<never, never>
  'ai.log.amount': Record<never, never>
  'ai.log.atMost': { value: number | string }
  'ai.log.cancel': Record<never, never>
  'ai.log.cancelAsk': { name: number | string; units: number | string }
  'ai.log.cancelled': Record<never, never>
  'ai.log.entryOn': Record<never, never>
  'ai.log.login': Record<never, never>
  'ai.log.loginNote': Record<never, never>
  'ai.log.none': Record<never, never>
  'ai.log.noneNote': Record<never, never>
  'ai.log.order': Record<never, never>
  'ai.log.price': Record<never, never>
  'ai.log.quantity': Record<never, never>
  'ai.log.timeExit': Record<never, never>
  'ai.log.timeExitNone': Record<never, never>
  'ai.log.timeExitNote': { on: number | string }
  'ai.log.timeExitOff': { name: number | string; on: number | string }
  'ai.log.toPicks': Record<never, never>
  'ai.none.card': Record<never, never>
  'ai.none.cardNote': Record<never, never>
  'ai.none.measuring': Record<never, never>
  'ai.none.measuringNote': Record<never, never>
  'ai.none.now': Record<never, never>
  'ai.none.nowNote': { at: number | string }
  'ai.none.short': Record<never, never>
  'ai.none.shortNote': Record<never, never>
  'ai.pick.exitOn': Record<never, never>
  'ai.pick.higher': { percent: number | string }
  'ai.pick.limit': Record<never, never>
  'ai.pick.place': { issues: number | string; place: number | string }
  'ai.pick.prices': Record<never, never>
  'ai.pick.stock': Record<never, never>
  'ai.pick.stopLoss': Record<never, never>
  'ai.pick.sum': Record<never, never>
  'ai.pick.takeProfit': Record<never, never>
  'ai.pick.why': Record<never, never>
  'ai.pick.whyNote': Record<never, never>
  'ai.picks.close': Record<never, never>
  'ai.picks.closedCard': { at: number | string }
  'ai.picks.score': { bp: number | string }
  'ai.picks.scoreNote': Record<never, never>
  'ai.picks.title': { day: number | string }
  'ai.picks.until': { at: number | string; entry: number | string }
  'ai.picks.why': { feature: number | string }
  'ai.reason.ORDER_CANCELLED': Record<never, never>
  'ai.reason.SESSION_MISSED': Record<never, never>
  'ai.reason.UNFILLED': Record<never, never>
  'ai.record.excess': Record<never, never>
  'ai.record.hit': Record<never, never>
  'ai.record.index': Record<never, never>
  'ai.record.interval': Record<never, never>
  'ai.record.live': Record<never, never>
  'ai.record.liveNone': Record<never, never>
  'ai.record.more': Record<never, never>
  'ai.record.noInterval': Record<never, never>
  'ai.record.past': Record<never, never>
  'ai.record.picks': Record<never, never>
  'ai.record.running': Record<never, never>
  'ai.record.test': Record<never, never>
  'ai.record.trials': Record<never, never>
  'ai.record.unfilled': Record<never, never>
  'ai.record.vsIndex': Record<never, never>
  'ai.record.worst': Record<never, never>
  'ai.rejection.ACCOUNT_FROZEN': Record<never, never>
  'ai.rejection.APPLICATION_FINISHED': Record<never, never>
  'ai.rejection.APPLICATION_NOT_FOUND': Record<never, never>
  'ai.rejection.APPLICATION_SENT': Record<never, never>
  'ai.rejection.CARD_NOT_OPEN': Record<never, never>
  'ai.rejection.INSUFFICIENT_BUYING_POWER': { availableYen: number; neededYen: number; shortYen: number }
  'ai.rejection.LEVEL_TOO_LOW': { neededLevel: string }
  'ai.rejection.ORDER_VALUE_ABOVE_LEVEL': { level: string; maxYen: number; valueYen: number }
  'ai.rejection.PICK_CLOSED': Record<never, never>
  'ai.rejection.PICK_UNKNOWN': Record<never, never>
  'ai.rejection.TRADING_LOCKED': Record<never, never>
  'ai.rejection.UNITS_ABOVE_MEMBER': { most: number | string; used: number | string }
  'ai.risk.note': Record<never, never>
  'ai.risk.title': Record<never, never>
  'ai.status.applying': Record<never, never>
  'ai.status.cancelled': Record<never, never>
  'ai.status.failed': Record<never, never>
  'ai.status.success': Record<never, never>
  'ai.tab.applications': Record<never, never>
  'ai.tab.picks': Record<never, never>
  'ai.tab.record': Record<never, never>
  'ai.title': Record<never, never>
  'ai.toMarket': Record<never, never>
  'ai.value.days': { n: number }
  'ai.value.daysFar': Record<never, never>
  'ai.verdict.none': Record<never, never>
  'ai.verdict.noneNote': { excess: number | string; high: number | string; low: number | string; trials: number | string }
  'ai.verdict.shown': Record<never, never>
  'ai.verdict.shownNote': { excess: number | string; high: number | string; low: number | string; trials: number | string }
  'alerts.add': Record<never, never>
  'alerts.added': Record<never, never>
  'alerts.cannotLoad': Record<never, never>
  'alerts.change': Record<never, never>
  'alerts.count': { most: number; watching: number }
  'alerts.empty': Record<never, never>
  'alerts.emptyNote': Record<never, never>
  'alerts.find': Record<never, never>
  'alerts.forStock': { name: number | string }
  'alerts.hitAt': { at: number | string; price: number | string }
  'alerts.hitList': Record<never, never>
  'alerts.kind': Record<never, never>
  'alerts.new': Record<never, never>
  'alerts.note': Record<never, never>
  'alerts.notify': Record<never, never>
  'alerts.now': { price: number | string }
  'alerts.nowChange': { change: number | string }
  'alerts.price': Record<never, never>
  'alerts.rejection.ALERT_CHANGE_RANGE': Record<never, never>
  'alerts.rejection.ALERT_KNOWN': Record<never, never>
  'alerts.rejection.ALERT_NOT_FOUND': Record<never, never>
  'alerts.rejection.ALERT_OVER': Record<never, never>
  'alerts.rejection.ALERT_REACHED': Record<never, never>
  'alerts.rejection.ALERT_VALUE': Record<never, never>
  'alerts.rejection.TOO_MANY_ALERTS': { most: number }
  'alerts.rejection.UNKNOWN_ISSUE': Record<never, never>
  'alerts.removeOf': { name: number | string; rule: number | string }
  'alerts.removed': Record<never, never>
  'alerts.repeats': Record<never, never>
  'alerts.repeats.daily': Record<never, never>
  'alerts.repeats.once': Record<never, never>
  'alerts.rule.above': { value: number | string }
  'alerts.rule.below': { value: number | string }
  'alerts.rule.fall': { value: number | string }
  'alerts.rule.rise': { value: number | string }
  'alerts.title': Record<never, never>
  'alerts.valueRequired': Record<never, never>
  'alerts.watches.above': Record<never, never>
  'alerts.watches.below': Record<never, never>
  'alerts.watches.fall': Record<never, never>
  'alerts.watches.rise': Record<never, never>
  'alerts.watching': Record<never, never>
  'audit.console.account.bank': Record<never, never>
  'audit.console.account.clearing': Record<never, never>
  'audit.console.account.dividends': Record<never, never>
  'audit.console.account.fee': Record<never, never>
  'audit.console.account.interest': Record<never, never>
  'audit.console.account.pools': Record<never, never>
  'audit.console.account.stockLending': Record<never, never>
  'audit.console.account.tax': Record<never, never>
  'audit.console.cause.amount-differs': Record<never, never>
  'audit.console.cause.bank-fee': Record<never, never>
  'audit.console.cause.correction': Record<never, never>
  'audit.console.cause.duplicate-line': Record<never, never>
  'audit.console.cause.fee-differs': Record<never, never>
  'audit.console.cause.held-differs': Record<never, never>
  'audit.console.cause.line-used-elsewhere': Record<never, never>
  'audit.console.cause.missing-entry': Record<never, never>
  'audit.console.cause.missing-line': Record<never, never>
  'audit.console.cause.missing-transfer': Record<never, never>
  'audit.console.cause.no-book': Record<never, never>
  'audit.console.cause.not-booked': Record<never, never>
  'audit.console.cause.on-its-way': Record<never, never>
  'audit.console.cause.opening-money': Record<never, never>
  'audit.console.cause.other-day': Record<never, never>
  'audit.console.cause.trade-differs': Record<never, never>
  'audit.console.cause.unknown-trade': Record<never, never>
  'audit.console.cause.unmatched-line': Record<never, never>
  'audit.console.cause.waiting-credit': Record<never, never>
  'audit.console.check.balance': Record<never, never>
  'audit.console.check.broken': Record<never, never>
  'audit.console.check.failed': Record<never, never>
  'audit.console.check.first': { seq: number | string }
  'audit.console.check.intact': Record<never, never>
  'audit.console.check.running': Record<never, never>
  'audit.console.check.seconds': { n: number | string }
  'audit.console.col.at': Record<never, never>
  'audit.console.col.by': Record<never, never>
  'audit.console.col.code': Record<never, never>
  'audit.console.col.device': Record<never, never>
  'audit.console.col.ended': Record<never, never>
  'audit.console.col.factor': Record<never, never>
  'audit.console.col.fee': Record<never, never>
  'audit.console.col.filled': Record<never, never>
  'audit.console.col.kind': Record<never, never>
  'audit.console.col.leverage': Record<never, never>
  'audit.console.col.line': Record<never, never>
  'audit.console.col.margin': Record<never, never>
  'audit.console.col.number': Record<never, never>
  'audit.console.col.open': Record<never, never>
  'audit.console.col.price': Record<never, never>
  'audit.console.col.purpose': Record<never, never>
  'audit.console.col.reason': Record<never, never>
  'audit.console.col.record': Record<never, never>
  'audit.console.col.reference': Record<never, never>
  'audit.console.col.result': Record<never, never>
  'audit.console.col.seen': Record<never, never>
  'audit.console.col.side': Record<never, never>
  'audit.console.col.state': Record<never, never>
  'audit.console.col.type': Record<never, never>
  'audit.console.entry.about': Record<never, never>
  'audit.console.entry.at': Record<never, never>
  'audit.console.entry.change': Record<never, never>
  'audit.console.entry.credit': Record<never, never>
  'audit.console.entry.debit': Record<never, never>
  'audit.console.entry.id': Record<never, never>
  'audit.console.entry.record': { id: number | string }
  'audit.console.entry.what': Record<never, never>
  'audit.console.entry.yen': Record<never, never>
  'audit.console.exports.list': Record<never, never>
  'audit.console.exports.none': Record<never, never>
  'audit.console.exports.note': Record<never, never>
  'audit.console.exports.piece': { n: number | string }
  'audit.console.exports.take': Record<never, never>
  'audit.console.exports.title': Record<never, never>
  'audit.console.exports.until': Record<never, never>
  'audit.console.exports.upTo': Record<never, never>
  'audit.console.form.csv': Record<never, never>
  'audit.console.form.hledger': Record<never, never>
  'audit.console.form.journal': Record<never, never>
  'audit.console.journal.actor': Record<never, never>
  'audit.console.journal.checks': Record<never, never>
  'audit.console.journal.entries': Record<never, never>
  'audit.console.journal.find': Record<never, never>
  'audit.console.journal.found': Record<never, never>
  'audit.console.journal.head': Record<never, never>
  'audit.console.journal.never': Record<never, never>
  'audit.console.journal.record': { seq: number | string }
  'audit.console.journal.records': Record<never, never>
  'audit.console.journal.title': Record<never, never>
  'audit.console.journal.took': Record<never, never>
  'audit.console.journal.type': Record<never, never>
  'audit.console.journal.verify': Record<never, never>
  'audit.console.journal.what': Record<never, never>
  'audit.console.kind.act': Record<never, never>
  'audit.console.kind.bank-account': Record<never, never>
  'audit.console.kind.deposit': Record<never, never>
  'audit.console.kind.identity': Record<never, never>
  'audit.console.kind.identity-appeal': Record<never, never>
  'audit.console.kind.read': Record<never, never>
  'audit.console.kind.withdrawal': Record<never, never>
  'audit.console.kind.withdrawal-appeal': Record<never, never>
  'audit.console.ledger.account': Record<never, never>
  'audit.console.ledger.anyEntry': Record<never, never>
  'audit.console.ledger.anyKind': Record<never, never>
  'audit.console.ledger.balance': Record<never, never>
  'audit.console.ledger.entries': Record<never, never>
  'audit.console.ledger.even': Record<never, never>
  'audit.console.ledger.from': Record<never, never>
  'audit.console.ledger.house': Record<never, never>
  'audit.console.ledger.members': Record<never, never>
  'audit.console.ledger.name': Record<never, never>
  'audit.console.ledger.noEntries': Record<never, never>
  'audit.console.ledger.none': Record<never, never>
  'audit.console.ledger.noneHere': Record<never, never>
  'audit.console.ledger.ofMember': Record<never, never>
  'audit.console.ledger.sum': Record<never, never>
  'audit.console.ledger.sums': Record<never, never>
  'audit.console.ledger.title': Record<never, never>
  'audit.console.ledger.to': Record<never, never>
  'audit.console.ledger.uneven': Record<never, never>
  'audit.console.line.demo-bank': Record<never, never>
  'audit.console.line.file': Record<never, never>
  'audit.console.line.in': Record<never, never>
  'audit.console.line.out': Record<never, never>
  'audit.console.line.returned': Record<never, never>
  'audit.console.line.source': Record<never, never>
  'audit.console.line.usedFor': Record<never, never>
  'audit.console.member.closedUntil': Record<never, never>
  'audit.console.member.email': Record<never, never>
  'audit.console.member.follow': Record<never, never>
  'audit.console.member.held': Record<never, never>
  'audit.console.member.logged': Record<never, never>
  'audit.console.member.money': Record<never, never>
  'audit.console.member.name': Record<never, never>
  'audit.console.member.of': { number: number | string }
  'audit.console.member.openLots': Record<never, never>
  'audit.console.member.openOrders': Record<never, never>
  'audit.console.member.owed': Record<never, never>
  'audit.console.member.own': Record<never, never>
  'audit.console.member.parts': Record<never, never>
  'audit.console.member.person': Record<never, never>
  'audit.console.member.title': Record<never, never>
  'audit.console.members.anyLevel': Record<never, never>
  'audit.console.members.find': Record<never, never>
  'audit.console.members.level': Record<never, never>
  'audit.console.members.logged': Record<never, never>
  'audit.console.members.mobile': Record<never, never>
  'audit.console.members.none': Record<never, never>
  'audit.console.members.number': Record<never, never>
  'audit.console.members.opened': Record<never, never>
  'audit.console.members.state': Record<never, never>
  'audit.console.members.title': Record<never, never>
  'audit.console.page.first': Record<never, never>
  'audit.console.page.next': Record<never, never>
  'audit.console.part.acts': Record<never, never>
  'audit.console.part.cases': Record<never, never>
  'audit.console.part.devices': Record<never, never>
  'audit.console.part.holdings': Record<never, never>
  'audit.console.part.identity': Record<never, never>
  'audit.console.part.money': Record<never, never>
  'audit.console.part.none': Record<never, never>
  'audit.console.part.orders': Record<never, never>
  'audit.console.part.summary': Record<never, never>
  'audit.console.proof.follows': { seq: number | string }
  'audit.console.proof.head': { seq: number | string }
  'audit.console.proof.here': Record<never, never>
  'audit.console.proof.inclusion': Record<never, never>
  'audit.console.proof.last': Record<never, never>
  'audit.console.proof.moved': Record<never, never>
  'audit.console.proof.next': { seq: number | string }
  'audit.console.proof.right': Record<never, never>
  'audit.console.proof.rule': Record<never, never>
  'audit.console.proof.text': Record<never, never>
  'audit.console.proof.title': Record<never, never>
  'audit.console.proof.unverified': Record<never, never>
  'audit.console.proof.verified': { at: number | string; seq: number | string }
  'audit.console.proof.written': { seq: number | string }
  'audit.console.proof.wrong': Record<never, never>
  'audit.console.reconcile.after': Record<never, never>
  'audit.console.reconcile.before': Record<never, never>
  'audit.console.reconcile.cause': Record<never, never>
  'audit.console.reconcile.clean': Record<never, never>
  'audit.console.reconcile.date': Record<never, never>
  'audit.console.reconcile.difference': Record<never, never>
  'audit.console.reconcile.figures': Record<never, never>
  'audit.console.reconcile.fills': Record<never, never>
  'audit.console.reconcile.ledgerBank': Record<never, never>
  'audit.console.reconcile.more': Record<never, never>
  'audit.console.reconcile.never': Record<never, never>
  'audit.console.reconcile.none': Record<never, never>
  'audit.console.reconcile.note': Record<never, never>
  'audit.console.reconcile.open': { n: number | string }
  'audit.console.reconcile.opening': Record<never, never>
  'audit.console.reconcile.rest': Record<never, never>
  'audit.console.reconcile.side': Record<never, never>
  'audit.console.reconcile.statements': Record<never, never>
  'audit.console.reconcile.subject': Record<never, never>
  'audit.console.reconcile.title': Record<never, never>
  'audit.console.reconcile.trace': Record<never, never>
  'audit.console.reconcile.unexplained': Record<never, never>
  'audit.console.search.how': Record<never, never>
  'audit.console.search.kind': Record<never, never>
  'audit.console.search.kind.deposit': Record<never, never>
  'audit.console.search.kind.listing': Record<never, never>
  'audit.console.search.kind.member': Record<never, never>
  'audit.console.search.kind.order': Record<never, never>
  'audit.console.search.kind.withdrawal': Record<never, never>
  'audit.console.search.member': Record<never, never>
  'audit.console.search.none': { text: number | string }
  'audit.console.search.note': Record<never, never>
  'audit.console.search.title': Record<never, never>
  'audit.console.search.what': Record<never, never>
  'audit.console.side.bank': Record<never, never>
  'audit.console.side.held': Record<never, never>
  'audit.console.side.venue': Record<never, never>
  'audit.console.state.closed': Record<never, never>
  'audit.console.state.closing': Record<never, never>
  'audit.console.state.frozen': Record<never, never>
  'audit.console.state.open': Record<never, never>
  'audit.console.way.close': Record<never, never>
  'audit.console.way.down': Record<never, never>
  'audit.console.way.open': Record<never, never>
  'audit.console.way.up': Record<never, never>
  'audit.console.why.amount-differs': Record<never, never>
  'audit.console.why.bank-fee': Record<never, never>
  'audit.console.why.correction': Record<never, never>
  'audit.console.why.duplicate-line': Record<never, never>
  'audit.console.why.fee-differs': Record<never, never>
  'audit.console.why.held-differs': Record<never, never>
  'audit.console.why.line-used-elsewhere': Record<never, never>
  'audit.console.why.missing-entry': Record<never, never>
  'audit.console.why.missing-line': Record<never, never>
  'audit.console.why.missing-transfer': Record<never, never>
  'audit.console.why.no-book': Record<never, never>
  'audit.console.why.not-booked': Record<never, never>
  'audit.console.why.on-its-way': Record<never, never>
  'audit.console.why.opening-money': Record<never, never>
  'audit.console.why.other-day': Record<never, never>
  'audit.console.why.trade-differs': Record<never, never>
  'audit.console.why.unknown-trade': Record<never, never>
  'audit.console.why.unmatched-line': Record<never, never>
  'audit.console.why.waiting-credit': Record<never, never>
  'audit.console.word.accepted': Record<never, never>
  'audit.console.word.approved': Record<never, never>
  'audit.console.word.cancelled': Record<never, never>
  'audit.console.word.denied': Record<never, never>
  'audit.console.word.granted': Record<never, never>
  'audit.console.word.none': Record<never, never>
  'audit.console.word.open': Record<never, never>
  'audit.console.word.overturned': Record<never, never>
  'audit.console.word.paid': Record<never, never>
  'audit.console.word.passkey': Record<never, never>
  'audit.console.word.password': Record<never, never>
  'audit.console.word.pending': Record<never, never>
  'audit.console.word.rejected': Record<never, never>
  'audit.console.word.removed': Record<never, never>
  'audit.console.word.requested': Record<never, never>
  'audit.console.word.returned': Record<never, never>
  'audit.console.word.sent': Record<never, never>
  'audit.console.word.totp': Record<never, never>
  'audit.console.word.upheld': Record<never, never>
  'audit.console.word.withdrawn': Record<never, never>
  'audit.export.head.credit': Record<never, never>
  'audit.export.head.debit': Record<never, never>
  'audit.export.head.kind': Record<never, never>
  'audit.export.head.lot': Record<never, never>
  'audit.export.head.member': Record<never, never>
  'audit.export.head.order': Record<never, never>
  'audit.export.says': { seq: number | string }
  'audit.rejection.DATE_WRONG': Record<never, never>
  'audit.rejection.EXPORT_FORM': Record<never, never>
  'audit.rejection.EXPORT_OVER': Record<never, never>
  'block.applied': Record<never, never>
  'block.appliedAt': Record<never, never>
  'block.apply': Record<never, never>
  'block.apply.ask': Record<never, never>
  'block.apply.binding': Record<never, never>
  'block.apply.done': Record<never, never>
  'block.apply.draw': Record<never, never>
  'block.apply.fall': { percent: number | string }
  'block.apply.fee': Record<never, never>
  'block.apply.hold': Record<never, never>
  'block.apply.left': Record<never, never>
  'block.apply.short': { yen: number | string }
  'block.apply.submit': { units: number | string }
  'block.apply.title': Record<never, never>
  'block.apply.units': Record<never, never>
  'block.apply.unitsHint': { max: number | string; shares: number | string }
  'block.cancel': Record<never, never>
  'block.cancel.ask': Record<never, never>
  'block.cancel.back': Record<never, never>
  'block.cancel.done': Record<never, never>
  'block.cannotLoad': Record<never, never>
  'block.delivers': { at: number | string }
  'block.discount': Record<never, never>
  'block.drawing': Record<never, never>
  'block.guest': Record<never, never>
  'block.hedgingPrice': Record<never, never>
  'block.held': Record<never, never>
  'block.identity': Record<never, never>
  'block.lost': Record<never, never>
  'block.needed': Record<never, never>
  'block.noApplications': Record<never, never>
  'block.noApplicationsNote': Record<never, never>
  'block.none': Record<never, never>
  'block.noneNote': Record<never, never>
  'block.over': { units: number | string; wanted: number }
  'block.paid': Record<never, never>
  'block.perMember': Record<never, never>
  'block.place': Record<never, never>
  'block.previousClose': Record<never, never>
  'block.price': Record<never, never>
  'block.quantity': Record<never, never>
  'block.remaining': Record<never, never>
  'block.remainingOf': { left: number | string; units: number | string }
  'block.returned': Record<never, never>
  'block.risk': Record<never, never>
  'block.riskNote': Record<never, never>
  'block.saleOn': Record<never, never>
  'block.state.applying': Record<never, never>
  'block.state.cancelled': Record<never, never>
  'block.state.failed': Record<never, never>
  'block.state.success': Record<never, never>
  'block.status.closed': Record<never, never>
  'block.status.drawn': Record<never, never>
  'block.status.open': { until: number | string }
  'block.status.published': { from: number | string }
  'block.status.void': Record<never, never>
  'block.tab.applications': Record<never, never>
  'block.tab.sales': Record<never, never>
  'block.ticket': Record<never, never>
  'block.title': Record<never, never>
  'block.toDraw': Record<never, never>
  'block.toLogin': Record<never, never>
  'block.toLot': Record<never, never>
  'block.toMarket': Record<never, never>
  'block.toSales': Record<never, never>
  'block.under': Record<never, never>
  'block.unitsOf': { n: number }
  'block.waiting': { at: number | string }
  'block.won': Record<never, never>
  'calls.call.amount': Record<never, never>
  'calls.call.deadline': Record<never, never>
  'calls.call.left': { days: number; hours: number; minutes: number }
  'calls.call.made': { date: number | string }
  'calls.call.met': Record<never, never>
  'calls.call.missing': Record<never, never>
  'calls.call.note': Record<never, never>
  'calls.call.title': Record<never, never>
  'calls.empty': Record<never, never>
  'calls.emptyNote': Record<never, never>
  'calls.ended.at': { at: number | string }
  'calls.ended.closed': Record<never, never>
  'calls.ended.met': Record<never, never>
  'calls.ended.title': Record<never, never>
  'calls.figures.accrued': Record<never, never>
  'calls.figures.cash': Record<never, never>
  'calls.figures.cashNote': Record<never, never>
  'calls.figures.held': Record<never, never>
  'calls.figures.heldNote': Record<never, never>
  'calls.figures.loan': Record<never, never>
  'calls.figures.log': Record<never, never>
  'calls.figures.loss': Record<never, never>
  'calls.figures.lossNote': { difference: number | string }
  'calls.figures.lotMargin': Record<never, never>
  'calls.figures.notional': Record<never, never>
  'calls.figures.notionalNote': Record<never, never>
  'calls.figures.power': Record<never, never>
  'calls.figures.powerNote': Record<never, never>
  'calls.figures.required': Record<never, never>
  'calls.figures.requiredNote': Record<never, never>
  'calls.figures.substitutes': Record<never, never>
  'calls.figures.substitutesNote': Record<never, never>
  'calls.figures.title': Record<never, never>
  'calls.forced.note': { missing: number }
  'calls.forced.title': Record<never, never>
  'calls.lots.callPrice': Record<never, never>
  'calls.lots.cost.down': Record<never, never>
  'calls.lots.cost.up': Record<never, never>
  'calls.lots.down': { code: number | string; name: number | string; quantity: number }
  'calls.lots.note': Record<never, never>
  'calls.lots.title': Record<never, never>
  'calls.lots.up': { code: number | string; name: number | string; quantity: number }
  'calls.noRoom': Record<never, never>
  'calls.ratio': Record<never, never>
  'calls.ratioNote': { held: number | string; notional: number | string }
  'calls.room': { room: number | string }
  'calls.threshold.call': { percent: number }
  'calls.threshold.cut': { percent: number }
  'calls.threshold.newLots': { percent: number }
  'calls.title': Record<never, never>
  'calls.toMarket': Record<never, never>
  'calls.ways.cash': Record<never, never>
  'calls.ways.cashNote': Record<never, never>
  'calls.ways.close': { code: number | string; name: number | string; quantity: number }
  'calls.ways.closeNote': Record<never, never>
  'calls.ways.counts': { yen: number }
  'calls.ways.meets': { yen: number }
  'calls.ways.title': Record<never, never>
  'calls.whatIf.held': { held: number | string }
  'calls.whatIf.move': Record<never, never>
  'calls.whatIf.never': Record<never, never>
  'calls.whatIf.note': Record<never, never>
  'calls.whatIf.now': Record<never, never>
  'calls.whatIf.ratio': Record<never, never>
  'calls.whatIf.title': Record<never, never>
  'client.cannotNavigateToTab': Record<never, never>
  'client.cannotSwitchToPage': Record<never, never>
  'client.error': Record<never, never>
  'client.missingUrl': Record<never, never>
  'client.network': Record<never, never>
  'client.notSent': Record<never, never>
  'client.outcomeUnknown': Record<never, never>
  'client.pageNotFound': Record<never, never>
  'client.requestFailed': Record<never, never>
  'client.sessionExpired': Record<never, never>
  'client.timeout': Record<never, never>
  'client.uploadFailed': Record<never, never>
  'console.approval.different': Record<never, never>
  'console.approval.done': Record<never, never>
  'console.approval.expired': Record<never, never>
  'console.approval.expires': { span: number | string }
  'console.approval.notYet': Record<never, never>
  'console.approval.of': { all: number | string; done: number | string }
  'console.approval.serverKey': Record<never, never>
  'console.approval.sign': Record<never, never>
  'console.approval.title': Record<never, never>
  'console.assigned.label': Record<never, never>
  'console.assigned.letGo': Record<never, never>
  'console.assigned.nobody': Record<never, never>
  'console.assigned.take': Record<never, never>
  'console.audit.record': { seq: number | string }
  'console.audit.refused': { name: number | string }
  'console.audit.system': Record<never, never>
  'console.audit.title': Record<never, never>
  'console.bulk.chosen': { n: number }
  'console.bulk.clear': Record<never, never>
  'console.bulk.running': { done: number | string; n: number | string }
  'console.bulk.title': { act: number | string; n: number }
  'console.check.none': Record<never, never>
  'console.check.ok': Record<never, never>
  'console.check.wrong': Record<never, never>
  'console.decision.asked': Record<never, never>
  'console.decision.done': Record<never, never>
  'console.decision.notYours': { roles: number | string }
  'console.decision.reason': { act: number | string }
  'console.decision.reasonFirst': Record<never, never>
  'console.decision.seen': Record<never, never>
  'console.decision.text': { longest: number | string; shortest: number | string }
  'console.decision.textFirst': { longest: number | string; shortest: number | string }
  'console.group.business': Record<never, never>
  'console.group.check': Record<never, never>
  'console.group.house': Record<never, never>
  'console.group.intake': Record<never, never>
  'console.group.listing': Record<never, never>
  'console.key.all': Record<never, never>
  'console.key.choose': Record<never, never>
  'console.key.close': Record<never, never>
  'console.key.move': Record<never, never>
  'console.key.open': Record<never, never>
  'console.key.pages': Record<never, never>
  'console.key.search': Record<never, never>
  'console.memberHint': Record<never, never>
  'console.notHere': Record<never, never>
  'console.pages': Record<never, never>
  'console.passkey.none': Record<never, never>
  'console.passkey.putAway': Record<never, never>
  'console.record': { status: string }
  'console.record.none': Record<never, never>
  'console.search': Record<never, never>
  'console.session.leave': Record<never, never>
  'console.session.left': { left: number | string }
  'console.signIn.bothHalves': Record<never, never>
  'console.signIn.code': Record<never, never>
  'console.signIn.codeHint': Record<never, never>
  'console.signIn.codeLabel': Record<never, never>
  'console.signIn.enrol': Record<never, never>
  'console.signIn.enrolHint': Record<never, never>
  'console.signIn.enter': Record<never, never>
  'console.signIn.makePasskey': Record<never, never>
  'console.signIn.note': Record<never, never>
  'console.signIn.operator': Record<never, never>
  'console.signIn.operatorId': Record<never, never>
  'console.signIn.passkey': Record<never, never>
  'console.signIn.usePasskey': Record<never, never>
  'console.signIn.way': Record<never, never>
  'console.span.days': { n: number | string }
  'console.span.hours': { n: number | string }
  'console.span.minutes': { n: number | string }
  'console.table.choose': Record<never, never>
  'console.table.chooseRow': { row: number | string }
  'console.table.detail': Record<never, never>
  'console.table.noMatch': Record<never, never>
  'console.table.nothingOpen': Record<never, never>
  'console.table.search': Record<never, never>
  'console.title': Record<never, never>
  'console.toOverview': Record<never, never>
  'console.views.empty': Record<never, never>
  'console.views.name': Record<never, never>
  'console.views.remove': { name: number | string }
  'console.views.save': Record<never, never>
  'console.views.title': Record<never, never>
  'copy.buy': Record<never, never>
  'copy.cannotLoad': Record<never, never>
  'copy.change': Record<never, never>
  'copy.console.amount': Record<never, never>
  'copy.console.applied': Record<never, never>
  'copy.console.decided': Record<never, never>
  'copy.console.empty': Record<never, never>
  'copy.console.member': Record<never, never>
  'copy.console.number': Record<never, never>
  'copy.console.pool': Record<never, never>
  'copy.console.refuse': Record<never, never>
  'copy.console.review': Record<never, never>
  'copy.console.signed': { all: number | string; done: number | string }
  'copy.console.silence': Record<never, never>
  'copy.console.state': Record<never, never>
  'copy.console.taken': Record<never, never>
  'copy.console.title': Record<never, never>
  'copy.console.until': Record<never, never>
  'copy.deadline': Record<never, never>
  'copy.drawdown': Record<never, never>
  'copy.endsOn': Record<never, never>
  'copy.equity': Record<never, never>
  'copy.fee.management': Record<never, never>
  'copy.fee.paid': Record<never, never>
  'copy.fee.performance': Record<never, never>
  'copy.followers': Record<never, never>
  'copy.fundSize': Record<never, never>
  'copy.issuer': Record<never, never>
  'copy.lead.cancel': Record<never, never>
  'copy.lead.cancelled': Record<never, never>
  'copy.lead.cash': Record<never, never>
  'copy.lead.code': Record<never, never>
  'copy.lead.codeRule': Record<never, never>
  'copy.lead.confirm': Record<never, never>
  'copy.lead.limit': Record<never, never>
  'copy.lead.limitRule': Record<never, never>
  'copy.lead.lots': Record<never, never>
  'copy.lead.manage': Record<never, never>
  'copy.lead.market': Record<never, never>
  'copy.lead.noLots': Record<never, never>
  'copy.lead.place': Record<never, never>
  'copy.lead.placed': Record<never, never>
  'copy.lead.quantity': Record<never, never>
  'copy.lead.quantityRule': Record<never, never>
  'copy.lead.rule': Record<never, never>
  'copy.lead.sell': Record<never, never>
  'copy.lead.stake': { yen: number | string }
  'copy.lead.stakeNote': Record<never, never>
  'copy.lead.staked': Record<never, never>
  'copy.lead.yours': Record<never, never>
  'copy.member': { number: number | string }
  'copy.minimum': Record<never, never>
  'copy.missing': { yen: number | string }
  'copy.nav': Record<never, never>
  'copy.navNone': Record<never, never>
  'copy.navOn': { on: number | string }
  'copy.none.guest': Record<never, never>
  'copy.none.pools': Record<never, never>
  'copy.none.poolsNote': Record<never, never>
  'copy.none.records': Record<never, never>
  'copy.none.recordsNote': Record<never, never>
  'copy.none.toLogin': Record<never, never>
  'copy.none.toMarket': Record<never, never>
  'copy.none.toPools': Record<never, never>
  'copy.opens': Record<never, never>
  'copy.orders.does': { purpose: string; quantity: number }
  'copy.orders.locked': Record<never, never>
  'copy.orders.none': Record<never, never>
  'copy.orders.share': { n: number }
  'copy.orders.status': { status: string }
  'copy.page.lead': Record<never, never>
  'copy.page.pool': Record<never, never>
  'copy.page.record': Record<never, never>
  'copy.page.title': Record<never, never>
  'copy.pending': Record<never, never>
  'copy.profit': Record<never, never>
  'copy.reason': { reason: string }
  'copy.record.applied': Record<never, never>
  'copy.record.buyTime': Record<never, never>
  'copy.record.estimate': Record<never, never>
  'copy.record.number': Record<never, never>
  'copy.record.paid': Record<never, never>
  'copy.record.reason': Record<never, never>
  'copy.record.sell': Record<never, never>
  'copy.record.sellNote': Record<never, never>
  'copy.record.sellTime': Record<never, never>
  'copy.record.sellTitle': Record<never, never>
  'copy.record.sold': Record<never, never>
  'copy.record.total': Record<never, never>
  'copy.record.units': Record<never, never>
  'copy.record.withdraw': Record<never, never>
  'copy.record.withdrawNote': Record<never, never>
  'copy.record.withdrawTitle': Record<never, never>
  'copy.record.withdrawn': Record<never, never>
  'copy.record.yesterday': Record<never, never>
  'copy.rejection.ABOVE_CAP': { leftYen: number }
  'copy.rejection.ACCOUNT_FROZEN': Record<never, never>
  'copy.rejection.AMOUNT_DECIMALS': Record<never, never>
  'copy.rejection.ANOTHER_PENDING': Record<never, never>
  'copy.rejection.BELOW_MINIMUM': { minimumYen: number }
  'copy.rejection.LEVEL_TOO_LOW': Record<never, never>
  'copy.rejection.MONEY_SHORT': { freeYen: number; lacksYen: number }
  'copy.rejection.NOT_FOLLOWING': Record<never, never>
  'copy.rejection.NOT_LEAD_LEVEL': Record<never, never>
  'copy.rejection.NOT_VERIFIED': Record<never, never>
  'copy.rejection.OWN_POOL': Record<never, never>
  'copy.rejection.POOL_LATE': Record<never, never>
  'copy.rejection.POOL_LEVERAGE': Record<never, never>
  'copy.rejection.POOL_NOT_FOUND': Record<never, never>
  'copy.rejection.POOL_NOT_OPEN': Record<never, never>
  'copy.rejection.POOL_NOT_TRADING': Record<never, never>
  'copy.rejection.POOL_OWES': { missingYen: number }
  'copy.rejection.POOL_SHORT': Record<never, never>
  'copy.rejection.RECORD_NOT_FOUND': Record<never, never>
  'copy.rejection.RECORD_OVER': Record<never, never>
  'copy.rejection.RECORD_SOLD': Record<never, never>
  'copy.rejection.REVIEW_OVER': Record<never, never>
  'copy.rejection.SHORTFALL_OPEN': { shortfallYen: number }
  'copy.rejection.STAKE_PAID': Record<never, never>
  'copy.results.losing': { followers: number; losing: number }
  'copy.results.none': Record<never, never>
  'copy.results.over': { from: number }
  'copy.results.people': { n: number }
  'copy.results.step': { below: number; from: number }
  'copy.results.together': Record<never, never>
  'copy.results.under': { below: number }
  'copy.risk': Record<never, never>
  'copy.riskNote': Record<never, never>
  'copy.section.mine': Record<never, never>
  'copy.section.orders': Record<never, never>
  'copy.section.results': Record<never, never>
  'copy.section.resultsNote': Record<never, never>
  'copy.section.strategy': Record<never, never>
  'copy.section.terms': Record<never, never>
  'copy.stake': Record<never, never>
  'copy.stakeOf': { percent: number; yen: number | string }
  'copy.state': { state: string }
  'copy.status': { status: string }
  'copy.subscribe': Record<never, never>
  'copy.subscribe.amount': Record<never, never>
  'copy.subscribe.button': { yen: number | string }
  'copy.subscribe.charged': Record<never, never>
  'copy.subscribe.confirm': Record<never, never>
  'copy.subscribe.done': Record<never, never>
  'copy.subscribe.free': Record<never, never>
  'copy.subscribe.left': Record<never, never>
  'copy.subscribe.next': Record<never, never>
  'copy.subscribe.refusable': Record<never, never>
  'copy.subscribe.required': Record<never, never>
  'copy.subscribe.rule': { minimum: number | string }
  'copy.tab.pools': Record<never, never>
  'copy.tab.records': Record<never, never>
  'copy.taken': Record<never, never>
  'copy.worth': Record<never, never>
  'daytrade.about': Record<never, never>
  'daytrade.act.buy': Record<never, never>
  'daytrade.act.sell': Record<never, never>
  'daytrade.application.asked': { price: number | string; quantity: number | string }
  'daytrade.application.back': { back: number; filled: number | string }
  'daytrade.application.filled': { filled: number | string }
  'daytrade.application.penalty': { yen: number | string }
  'daytrade.applications.cannotLoad': Record<never, never>
  'daytrade.applications.login': Record<never, never>
  'daytrade.applications.none': Record<never, never>
  'daytrade.applications.noneNote': Record<never, never>
  'daytrade.applications.toInventory': Record<never, never>
  'daytrade.applications.toLogin': Record<never, never>
  'daytrade.applied': Record<never, never>
  'daytrade.autoClose': Record<never, never>
  'daytrade.cannotLoad': Record<never, never>
  'daytrade.confirm.at': { price: number | string; side: string }
  'daytrade.confirm.issue': Record<never, never>
  'daytrade.confirm.loss10': Record<never, never>
  'daytrade.confirm.ok': Record<never, never>
  'daytrade.confirm.title': Record<never, never>
  'daytrade.cost': Record<never, never>
  'daytrade.day': { date: number | string }
  'daytrade.fromTo': { from: number | string; to: number | string }
  'daytrade.none': Record<never, never>
  'daytrade.noneNote': Record<never, never>
  'daytrade.penalty': Record<never, never>
  'daytrade.perApplication': { yen: number | string }
  'daytrade.reason.PRICE_MOVED': Record<never, never>
  'daytrade.rejection.ABOVE_MEMBER_UNITS': { most: number | string; taken: number | string }
  'daytrade.rejection.APPLICATION_PENDING': { number: number | string }
  'daytrade.rejection.HEDGING_PRICE_MOVED': { now: number; shown: number }
  'daytrade.rejection.HEDGING_PRICE_OLD': Record<never, never>
  'daytrade.rejection.INVENTORY_SHORT': { left: number | string }
  'daytrade.rejection.LISTING_UNKNOWN': Record<never, never>
  'daytrade.rejection.LISTING_VOID': Record<never, never>
  'daytrade.rejection.NOT_IN_INVENTORY': { code: number | string }
  'daytrade.rejection.NOT_OPEN_YET': Record<never, never>
  'daytrade.rejection.NOT_TRADE_DAY': { date: number | string }
  'daytrade.rejection.NO_HEDGING_PRICE': { code: number | string }
  'daytrade.rejection.WINDOW_CLOSED': Record<never, never>
  'daytrade.risk': Record<never, never>
  'daytrade.riskNote': Record<never, never>
  'daytrade.row.buy': Record<never, never>
  'daytrade.row.gone': Record<never, never>
  'daytrade.row.left': { left: number }
  'daytrade.row.price': Record<never, never>
  'daytrade.row.sell': Record<never, never>
  'daytrade.rules': { close: number | string; warn: number | string; yen: number | string }
  'daytrade.sheet.after': Record<never, never>
  'daytrade.sheet.hedging': Record<never, never>
  'daytrade.sheet.hedgingNote': Record<never, never>
  'daytrade.sheet.hold': Record<never, never>
  'daytrade.sheet.holdNote': Record<never, never>
  'daytrade.sheet.leverage': Record<never, never>
  'daytrade.sheet.locked': Record<never, never>
  'daytrade.sheet.margin': { leverage: number | string }
  'daytrade.sheet.noPrice': Record<never, never>
  'daytrade.sheet.notional': Record<never, never>
  'daytrade.sheet.shares': Record<never, never>
  'daytrade.sheet.stale': Record<never, never>
  'daytrade.sheet.submit': { quantity: number | string; side: string }
  'daytrade.sheet.title': { side: string }
  'daytrade.sheet.toLevel': Record<never, never>
  'daytrade.sheet.units': Record<never, never>
  'daytrade.sheet.unitsHint': { most: number | string; unit: number | string }
  'daytrade.sheet.unitsNone': Record<never, never>
  'daytrade.sheet.unitsTooMany': { most: number | string }
  'daytrade.state.applying': Record<never, never>
  'daytrade.state.failed': Record<never, never>
  'daytrade.state.success': Record<never, never>
  'daytrade.status.closed': Record<never, never>
  'daytrade.status.open': Record<never, never>
  'daytrade.status.published': Record<never, never>
  'daytrade.tab.applications': Record<never, never>
  'daytrade.tab.inventory': Record<never, never>
  'daytrade.title': Record<never, never>
  'daytrade.toMarket': Record<never, never>
  'daytrade.window': Record<never, never>
  'draws.ask': Record<never, never>
  'draws.askNote': Record<never, never>
  'draws.check.again': Record<never, never>
  'draws.check.bad': Record<never, never>
  'draws.check.bounds': { links: number | string }
  'draws.check.cannotLoad': Record<never, never>
  'draws.check.chain': Record<never, never>
  'draws.check.chain.coming': { n: number | string }
  'draws.check.chain.note': { checked: number | string; n: number | string }
  'draws.check.chain.wrong': Record<never, never>
  'draws.check.commitment.auditor': Record<never, never>
  'draws.check.commitment.operator': Record<never, never>
  'draws.check.elsewhere': Record<never, never>
  'draws.check.foundRoot': Record<never, never>
  'draws.check.known': Record<never, never>
  'draws.check.list': Record<never, never>
  'draws.check.list.note': { n: number }
  'draws.check.list.wrong': Record<never, never>
  'draws.check.lost': Record<never, never>
  'draws.check.mine': Record<never, never>
  'draws.check.mine.note': { n: number; ticket: number | string }
  'draws.check.mine.wrong': Record<never, never>
  'draws.check.ok': Record<never, never>
  'draws.check.order': Record<never, never>
  'draws.check.order.note': { n: number; units: number }
  'draws.check.order.wrong': Record<never, never>
  'draws.check.place': Record<never, never>
  'draws.check.right': Record<never, never>
  'draws.check.rightNote': Record<never, never>
  'draws.check.root': Record<never, never>
  'draws.check.running': Record<never, never>
  'draws.check.runningNote': Record<never, never>
  'draws.check.save': Record<never, never>
  'draws.check.seeds': Record<never, never>
  'draws.check.seeds.note': Record<never, never>
  'draws.check.seeds.wrong': Record<never, never>
  'draws.check.steps': Record<never, never>
  'draws.check.tickets': Record<never, never>
  'draws.check.title': Record<never, never>
  'draws.check.took': { seconds: number | string }
  'draws.check.units': Record<never, never>
  'draws.check.verdict': Record<never, never>
  'draws.check.won': { lots: number }
  'draws.check.wrong': Record<never, never>
  'draws.check.wrongNote': Record<never, never>
  'draws.list.about': Record<never, never>
  'draws.list.coming': { at: number | string; units: number }
  'draws.list.decided': Record<never, never>
  'draws.list.line': { at: number | string; tickets: number; units: number }
  'draws.list.none': Record<never, never>
  'draws.list.title': Record<never, never>
  'draws.list.void': Record<never, never>
  'draws.rejection.ACCOUNT_FROZEN': Record<never, never>
  'draws.rejection.ALREADY_APPLIED': Record<never, never>
  'draws.rejection.APPLICATIONS_CLOSED': Record<never, never>
  'draws.rejection.APPLICATION_ENDED': Record<never, never>
  'draws.rejection.APPLICATION_NOT_FOUND': Record<never, never>
  'draws.rejection.FUNDS_SHORT': { short: number | string }
  'draws.rejection.IDENTITY_NEEDED': Record<never, never>
  'draws.rejection.NOT_OFFERED': Record<never, never>
  'draws.rejection.NOT_YET_OPEN': Record<never, never>
  'draws.rejection.OFFERING_VOID': Record<never, never>
  'draws.rejection.UNITS_ABOVE_MEMBER': { most: number }
  'draws.state.closed': Record<never, never>
  'draws.state.closed.note': Record<never, never>
  'draws.state.decided': Record<never, never>
  'draws.state.open': Record<never, never>
  'draws.state.open.note': { at: number | string }
  'draws.state.revealed': Record<never, never>
  'draws.state.revealed.note': { done: number | string; links: number | string }
  'draws.state.void': Record<never, never>
  'draws.state.void.note': Record<never, never>
  'draws.toAll': Record<never, never>
  'draws.toBlock': Record<never, never>
  'draws.void.decided-late': Record<never, never>
  'draws.void.list-changed': Record<never, never>
  'draws.void.nobody': Record<never, never>
  'draws.void.root-late': Record<never, never>
  'draws.void.seed-late': Record<never, never>
  'draws.void.seed-wrong': Record<never, never>
  'draws.void.withdrawn': Record<never, never>
  'funding.account.bank': Record<never, never>
  'funding.account.bookNumber': Record<never, never>
  'funding.account.bookNumberRule': Record<never, never>
  'funding.account.branch': Record<never, never>
  'funding.account.chooseBank': Record<never, never>
  'funding.account.chooseBranch': Record<never, never>
  'funding.account.confirmTitle': Record<never, never>
  'funding.account.demoImage': Record<never, never>
  'funding.account.holder': Record<never, never>
  'funding.account.holderRule': Record<never, never>
  'funding.account.image': Record<never, never>
  'funding.account.label': { bank: number | string; branch: number | string; number: number | string; type: string }
  'funding.account.noneFound': Record<never, never>
  'funding.account.noneFoundNote': Record<never, never>
  'funding.account.number': Record<never, never>
  'funding.account.numberRule': Record<never, never>
  'funding.account.sample': Record<never, never>
  'funding.account.sampleText': Record<never, never>
  'funding.account.searchBank': Record<never, never>
  'funding.account.searchBranch': Record<never, never>
  'funding.account.submit': Record<never, never>
  'funding.account.symbol': Record<never, never>
  'funding.account.symbolRule': Record<never, never>
  'funding.account.title': Record<never, never>
  'funding.account.type': Record<never, never>
  'funding.account.yuchoFound': { branch: number | string; number: number | string }
  'funding.account.yuchoNote': Record<never, never>
  'funding.account.yuchoWrong': Record<never, never>
  'funding.accounts.add': Record<never, never>
  'funding.accounts.added': Record<never, never>
  'funding.accounts.empty': Record<never, never>
  'funding.accounts.emptyNote': { hours: number }
  'funding.accounts.full': { most: number }
  'funding.accounts.note': { hours: number; most: number }
  'funding.accounts.reason': { reason: string }
  'funding.accounts.remove': Record<never, never>
  'funding.accounts.removeTitle': Record<never, never>
  'funding.accounts.removed': Record<never, never>
  'funding.accounts.status.approved': Record<never, never>
  'funding.accounts.status.denied': Record<never, never>
  'funding.accounts.status.pending': Record<never, never>
  'funding.accounts.title': Record<never, never>
  'funding.accounts.unverified': Record<never, never>
  'funding.accounts.unverifiedNote': Record<never, never>
  'funding.accounts.usable': Record<never, never>
  'funding.accounts.usableFrom': { from: number | string }
  'funding.accounts.verify': Record<never, never>
  'funding.accounts.waiting': Record<never, never>
  'funding.appeal.about': { account: number | string; amount: number }
  'funding.appeal.accountNote': Record<never, never>
  'funding.appeal.answer': Record<never, never>
  'funding.appeal.answerBy': Record<never, never>
  'funding.appeal.filed': Record<never, never>
  'funding.appeal.noPayout': Record<never, never>
  'funding.appeal.note': Record<never, never>
  'funding.appeal.payout': Record<never, never>
  'funding.appeal.state.granted': Record<never, never>
  'funding.appeal.state.open': Record<never, never>
  'funding.appeal.state.overturned': Record<never, never>
  'funding.appeal.state.upheld': Record<never, never>
  'funding.appeal.state.withdrawn': Record<never, never>
  'funding.appeal.submit': Record<never, never>
  'funding.appeal.text': Record<never, never>
  'funding.appeal.textRule': { least: number | string; most: number | string }
  'funding.appeal.title': Record<never, never>
  'funding.clock.corrections': Record<never, never>
  'funding.clock.count': { count: number }
  'funding.clock.denialRate': Record<never, never>
  'funding.clock.denied': Record<never, never>
  'funding.clock.duration': { hours: number; minutes: number }
  'funding.clock.lead': { days: number }
  'funding.clock.median': Record<never, never>
  'funding.clock.none': Record<never, never>
  'funding.clock.openAppeals': Record<never, never>
  'funding.clock.paid': Record<never, never>
  'funding.clock.requested': Record<never, never>
  'funding.clock.rule1': { byRule: number | string }
  'funding.clock.rule2': { from: number | string; hours: number; to: number | string }
  'funding.clock.rule3': { hours: number }
  'funding.clock.rule4': Record<never, never>
  'funding.clock.rules': Record<never, never>
  'funding.clock.slowest': Record<never, never>
  'funding.clock.title': Record<never, never>
  'funding.closing.closingNote': Record<never, never>
  'funding.closing.confirmTitle': Record<never, never>
  'funding.closing.keeps': Record<never, never>
  'funding.closing.lead': Record<never, never>
  'funding.closing.obstacle': Record<never, never>
  'funding.closing.payout': Record<never, never>
  'funding.closing.seePayout': Record<never, never>
  'funding.closing.status.closed': Record<never, never>
  'funding.closing.status.closing': Record<never, never>
  'funding.closing.submit': { amount: number | string }
  'funding.closing.submitNothing': Record<never, never>
  'funding.closing.title': Record<never, never>
  'funding.console.accounts.accept': Record<never, never>
  'funding.console.accounts.age': Record<never, never>
  'funding.console.accounts.bank': Record<never, never>
  'funding.console.accounts.branch': Record<never, never>
  'funding.console.accounts.case': Record<never, never>
  'funding.console.accounts.check.elsewhere': Record<never, never>
  'funding.console.accounts.check.name': Record<never, never>
  'funding.console.accounts.check.place': Record<never, never>
  'funding.console.accounts.check.record': Record<never, never>
  'funding.console.accounts.checks': Record<never, never>
  'funding.console.accounts.differs': Record<never, never>
  'funding.console.accounts.empty': Record<never, never>
  'funding.console.accounts.entered': Record<never, never>
  'funding.console.accounts.holder': Record<never, never>
  'funding.console.accounts.key.accept': Record<never, never>
  'funding.console.accounts.key.move': Record<never, never>
  'funding.console.accounts.key.reject': Record<never, never>
  'funding.console.accounts.key.rotate': Record<never, never>
  'funding.console.accounts.key.zoom': Record<never, never>
  'funding.console.accounts.linkLeft': { seconds: number }
  'funding.console.accounts.look': Record<never, never>
  'funding.console.accounts.lookNote': Record<never, never>
  'funding.console.accounts.member': { number: number | string }
  'funding.console.accounts.noneToday': Record<never, never>
  'funding.console.accounts.notSeen': Record<never, never>
  'funding.console.accounts.number': Record<never, never>
  'funding.console.accounts.passbook': Record<never, never>
  'funding.console.accounts.past': Record<never, never>
  'funding.console.accounts.recorded': Record<never, never>
  'funding.console.accounts.reject': Record<never, never>
  'funding.console.accounts.same': Record<never, never>
  'funding.console.accounts.simulated': Record<never, never>
  'funding.console.accounts.title': Record<never, never>
  'funding.console.accounts.today': { decided: number; median: number | string; rejected: number }
  'funding.console.accounts.usableFrom': Record<never, never>
  'funding.console.accounts.verified': Record<never, never>
  'funding.console.act.approve': Record<never, never>
  'funding.console.act.credit': { money: number | string }
  'funding.console.act.deny': Record<never, never>
  'funding.console.act.import': { n: number }
  'funding.console.act.make': { money: number | string; n: number }
  'funding.console.act.paid': Record<never, never>
  'funding.console.act.refuse': Record<never, never>
  'funding.console.act.returned': Record<never, never>
  'funding.console.act.reverse': { money: number | string }
  'funding.console.acts': Record<never, never>
  'funding.console.appealed': Record<never, never>
  'funding.console.approvedBy': { by: string }
  'funding.console.autoNote': Record<never, never>
  'funding.console.back': Record<never, never>
  'funding.console.bulk.approve': { each: number | string; n: number; sum: number | string }
  'funding.console.check': { name: string }
  'funding.console.checks': Record<never, never>
  'funding.console.choose': Record<never, never>
  'funding.console.chooseNote': Record<never, never>
  'funding.console.col.account': Record<never, never>
  'funding.console.col.amount': Record<never, never>
  'funding.console.col.at': Record<never, never>
  'funding.console.col.booked': Record<never, never>
  'funding.console.col.by': Record<never, never>
  'funding.console.col.count': Record<never, never>
  'funding.console.col.day': Record<never, never>
  'funding.console.col.days': Record<never, never>
  'funding.console.col.done': Record<never, never>
  'funding.console.col.entry': Record<never, never>
  'funding.console.col.file': Record<never, never>
  'funding.console.col.kind': Record<never, never>
  'funding.console.col.left': Record<never, never>
  'funding.console.col.line': Record<never, never>
  'funding.console.col.match': Record<never, never>
  'funding.console.col.member': Record<never, never>
  'funding.console.col.method': Record<never, never>
  'funding.console.col.name': Record<never, never>
  'funding.console.col.number': Record<never, never>
  'funding.console.col.payer': Record<never, never>
  'funding.console.col.received': Record<never, never>
  'funding.console.col.record': Record<never, never>
  'funding.console.col.state': Record<never, never>
  'funding.console.confirm.approve': { money: number | string; number: number | string }
  'funding.console.confirm.credit': { money: number | string; number: number | string }
  'funding.console.confirm.deny': { money: number | string }
  'funding.console.confirm.reverse': { money: number | string }
  'funding.console.correctNote': Record<never, never>
  'funding.console.corrections': Record<never, never>
  'funding.console.days': { n: number }
  'funding.console.depositState': { state: string }
  'funding.console.deposits': Record<never, never>
  'funding.console.differs': Record<never, never>
  'funding.console.download': Record<never, never>
  'funding.console.empty.corrections': Record<never, never>
  'funding.console.empty.deposits': Record<never, never>
  'funding.console.empty.lines': Record<never, never>
  'funding.console.empty.transfers': Record<never, never>
  'funding.console.empty.withdrawals': Record<never, never>
  'funding.console.entryKind': { kind: string }
  'funding.console.fact.announced': Record<never, never>
  'funding.console.fact.available': Record<never, never>
  'funding.console.fact.credited': Record<never, never>
  'funding.console.fact.form': Record<never, never>
  'funding.console.fact.hash': Record<never, never>
  'funding.console.fact.held': Record<never, never>
  'funding.console.fact.in': Record<never, never>
  'funding.console.fact.out': Record<never, never>
  'funding.console.fact.proof': Record<never, never>
  'funding.console.fact.reference': Record<never, never>
  'funding.console.fact.today': Record<never, never>
  'funding.console.fact.todayOf': { money: number | string; n: number }
  'funding.console.fact.verified': Record<never, never>
  'funding.console.fact.withdrawable': Record<never, never>
  'funding.console.figure.appeals': Record<never, never>
  'funding.console.figure.denial': Record<never, never>
  'funding.console.figure.first': Record<never, never>
  'funding.console.figure.median': Record<never, never>
  'funding.console.figure.paidToday': Record<never, never>
  'funding.console.figure.review': Record<never, never>
  'funding.console.figures': Record<never, never>
  'funding.console.files': Record<never, never>
  'funding.console.form': { form: string }
  'funding.console.hint.credit': Record<never, never>
  'funding.console.inFile': Record<never, never>
  'funding.console.kind': { kind: string }
  'funding.console.lines': Record<never, never>
  'funding.console.makeNote': Record<never, never>
  'funding.console.match': { match: string }
  'funding.console.memberFacts': { days: number; level: number | string }
  'funding.console.memberOf': { number: number | string }
  'funding.console.money': Record<never, never>
  'funding.console.next': Record<never, never>
  'funding.console.noLines': Record<never, never>
  'funding.console.nothingToSend': Record<never, never>
  'funding.console.openCase': Record<never, never>
  'funding.console.payer.look': Record<never, never>
  'funding.console.preview': Record<never, never>
  'funding.console.proven': { by: string }
  'funding.console.publicCount': Record<never, never>
  'funding.console.queue.payouts': Record<never, never>
  'funding.console.queue.returns': Record<never, never>
  'funding.console.queue.withdrawals': Record<never, never>
  'funding.console.read': Record<never, never>
  'funding.console.refused': Record<never, never>
  'funding.console.reversedBy': { id: number | string }
  'funding.console.reverses': { id: number | string }
  'funding.console.same': Record<never, never>
  'funding.console.signed': { all: number; done: number }
  'funding.console.simulated': Record<never, never>
  'funding.console.source': { source: string }
  'funding.console.standing': Record<never, never>
  'funding.console.state': { state: string }
  'funding.console.statements': Record<never, never>
  'funding.console.stopped': { stop: string }
  'funding.console.transfers': Record<never, never>
  'funding.console.unwritable': { problem: string }
  'funding.console.view.all': Record<never, never>
  'funding.console.view.bank': Record<never, never>
  'funding.console.view.corrected': Record<never, never>
  'funding.console.view.decided': Record<never, never>
  'funding.console.view.denied': Record<never, never>
  'funding.console.view.files': Record<never, never>
  'funding.console.view.open': Record<never, never>
  'funding.console.view.ready': Record<never, never>
  'funding.console.view.review': Record<never, never>
  'funding.console.view.rule': Record<never, never>
  'funding.console.view.unmatched': Record<never, never>
  'funding.console.view.waiting': Record<never, never>
  'funding.console.views': Record<never, never>
  'funding.console.withdrawals': Record<never, never>
  'funding.deposit.accountLog': Record<never, never>
  'funding.deposit.acts': Record<never, never>
  'funding.deposit.again': Record<never, never>
  'funding.deposit.amount': Record<never, never>
  'funding.deposit.amountMost': { most: number }
  'funding.deposit.amountRequired': Record<never, never>
  'funding.deposit.amountRule': Record<never, never>
  'funding.deposit.by.atm': Record<never, never>
  'funding.deposit.by.atmNote': Record<never, never>
  'funding.deposit.by.bank': Record<never, never>
  'funding.deposit.by.bankNote': Record<never, never>
  'funding.deposit.by.counter': Record<never, never>
  'funding.deposit.by.counterNote': Record<never, never>
  'funding.deposit.cancel': Record<never, never>
  'funding.deposit.cancelTitle': Record<never, never>
  'funding.deposit.cancelled': Record<never, never>
  'funding.deposit.checking': Record<never, never>
  'funding.deposit.closed': Record<never, never>
  'funding.deposit.closedNote': Record<never, never>
  'funding.deposit.copied': Record<never, never>
  'funding.deposit.copy': Record<never, never>
  'funding.deposit.credited': { amount: number | string }
  'funding.deposit.demo': Record<never, never>
  'funding.deposit.differs': { amount: number | string }
  'funding.deposit.keyId': { key: number | string }
  'funding.deposit.line': Record<never, never>
  'funding.deposit.lineDemo': Record<never, never>
  'funding.deposit.lineFile': Record<never, never>
  'funding.deposit.lineWaiting': Record<never, never>
  'funding.deposit.method': Record<never, never>
  'funding.deposit.methodRequired': Record<never, never>
  'funding.deposit.next': Record<never, never>
  'funding.deposit.open': Record<never, never>
  'funding.deposit.page': Record<never, never>
  'funding.deposit.payerNote': Record<never, never>
  'funding.deposit.pendingTitle': Record<never, never>
  'funding.deposit.plus': { amount: number | string }
  'funding.deposit.reason': { reason: string }
  'funding.deposit.reference': Record<never, never>
  'funding.deposit.referenceNote': Record<never, never>
  'funding.deposit.signature': Record<never, never>
  'funding.deposit.signed': Record<never, never>
  'funding.deposit.signedNote': Record<never, never>
  'funding.deposit.simulated': Record<never, never>
  'funding.deposit.status.approved': Record<never, never>
  'funding.deposit.status.denied': Record<never, never>
  'funding.deposit.status.pending': Record<never, never>
  'funding.deposit.step1': Record<never, never>
  'funding.deposit.step1Note': Record<never, never>
  'funding.deposit.step2': Record<never, never>
  'funding.deposit.step2Note': Record<never, never>
  'funding.deposit.step3': Record<never, never>
  'funding.deposit.step3Note': Record<never, never>
  'funding.deposit.submit': { amount: number | string }
  'funding.deposit.submitEmpty': Record<never, never>
  'funding.deposit.talk': Record<never, never>
  'funding.deposit.title': Record<never, never>
  'funding.deposit.uncheckable': Record<never, never>
  'funding.deposit.unsigned': Record<never, never>
  'funding.desk.account.overturned': Record<never, never>
  'funding.desk.account.upheld': Record<never, never>
  'funding.desk.overturned': Record<never, never>
  'funding.desk.upheld': Record<never, never>
  'funding.help.finmac': Record<never, never>
  'funding.help.fsa': Record<never, never>
  'funding.help.note': Record<never, never>
  'funding.help.police': Record<never, never>
  'funding.help.title': Record<never, never>
  'funding.log': Record<never, never>
  'funding.rejection.ACCOUNT_APPEALED': Record<never, never>
  'funding.rejection.ACCOUNT_CLOSING': Record<never, never>
  'funding.rejection.ACCOUNT_FROZEN': Record<never, never>
  'funding.rejection.ACCOUNT_NOT_REJECTED': Record<never, never>
  'funding.rejection.ACCOUNT_NUMBER': Record<never, never>
  'funding.rejection.APPEALED_ALREADY': Record<never, never>
  'funding.rejection.APPEAL_DECIDED': Record<never, never>
  'funding.rejection.APPEAL_TEXT': { least: number; most: number }
  'funding.rejection.BANK_ACCOUNTS_FULL': { most: number }
  'funding.rejection.BANK_ACCOUNT_DECIDED': Record<never, never>
  'funding.rejection.BANK_ACCOUNT_IN_USE': Record<never, never>
  'funding.rejection.BANK_ACCOUNT_KNOWN': Record<never, never>
  'funding.rejection.BANK_ACCOUNT_NEW': { from: number | string }
  'funding.rejection.BANK_ACCOUNT_NOT_FOUND': Record<never, never>
  'funding.rejection.BANK_ACCOUNT_UNREVIEWED': Record<never, never>
  'funding.rejection.BANK_UNKNOWN': Record<never, never>
  'funding.rejection.BRANCH_UNKNOWN': Record<never, never>
  'funding.rejection.CLOSING_DEBT': { yen: number }
  'funding.rejection.CLOSING_DEPOSITS': { deposits: number }
  'funding.rejection.CLOSING_HOLDS': { yen: number }
  'funding.rejection.CLOSING_LOTS': { lots: number }
  'funding.rejection.CLOSING_POOLS': { yen: number }
  'funding.rejection.DEPOSITS_PENDING': { most: number }
  'funding.rejection.DEPOSIT_DECIDED': Record<never, never>
  'funding.rejection.DEPOSIT_NOT_FOUND': Record<never, never>
  'funding.rejection.DEPOSIT_PAID': Record<never, never>
  'funding.rejection.ENTRY_NOT_FOUND': Record<never, never>
  'funding.rejection.ENTRY_RETURNED': Record<never, never>
  'funding.rejection.ENTRY_REVERSED': Record<never, never>
  'funding.rejection.HOLDER_CHARACTERS': Record<never, never>
  'funding.rejection.HOLDER_DIFFERS': Record<never, never>
  'funding.rejection.HOLDER_REQUIRED': Record<never, never>
  'funding.rejection.IDENTITY_REQUIRED': Record<never, never>
  'funding.rejection.LINE_NOT_FOUND': Record<never, never>
  'funding.rejection.LINE_OTHER_AMOUNT': Record<never, never>
  'funding.rejection.LINE_OTHER_KIND': Record<never, never>
  'funding.rejection.LINE_OTHER_PAYER': Record<never, never>
  'funding.rejection.LINE_OTHER_REFERENCE': Record<never, never>
  'funding.rejection.LINE_USED': Record<never, never>
  'funding.rejection.LOAN_COVER': { most: number }
  'funding.rejection.NOT_DENIED': Record<never, never>
  'funding.rejection.NOT_WITHDRAWABLE': { most: number }
  'funding.rejection.PASSBOOK_REQUIRED': Record<never, never>
  'funding.rejection.REVERSAL_UNCOVERED': { most: number; yen: number }
  'funding.rejection.STATEMENT_EMPTY': Record<never, never>
  'funding.rejection.STATEMENT_FORM': { at: number }
  'funding.rejection.STATEMENT_KNOWN': Record<never, never>
  'funding.rejection.STATEMENT_LINE_KNOWN': { at: number }
  'funding.rejection.STATEMENT_LONG': { most: number }
  'funding.rejection.STATEMENT_NOT_READ': Record<never, never>
  'funding.rejection.STATEMENT_PACK': Record<never, never>
  'funding.rejection.STATEMENT_RECORD': { at: number }
  'funding.rejection.STATEMENT_SIZE': { most: number }
  'funding.rejection.STATEMENT_SUM': { at: number }
  'funding.rejection.STATEMENT_TWICE': { at: number }
  'funding.rejection.TOTP_ACCOUNT_NEW': { days: number }
  'funding.rejection.TOTP_LIMIT': { left: number; most: number }
  'funding.rejection.TRANSFER_DIFFERS': Record<never, never>
  'funding.rejection.TRANSFER_KNOWN': Record<never, never>
  'funding.rejection.TRANSFER_NOT_WRITTEN': Record<never, never>
  'funding.rejection.WITHDRAWALS_CLOSED': { until: number | string }
  'funding.rejection.WITHDRAWALS_TODAY': { most: number }
  'funding.rejection.WITHDRAWAL_DECIDED': Record<never, never>
  'funding.rejection.WITHDRAWAL_HOURS': { from: number | string; to: number | string }
  'funding.rejection.WITHDRAWAL_IN_FILE': Record<never, never>
  'funding.rejection.WITHDRAWAL_MINIMUM': { minimum: number }
  'funding.rejection.WITHDRAWAL_NOT_FOUND': Record<never, never>
  'funding.rejection.WITHDRAWAL_STOPPED': { stop: string }
  'funding.requestedAt': Record<never, never>
  'funding.type.current': Record<never, never>
  'funding.type.ordinary': Record<never, never>
  'funding.type.other': Record<never, never>
  'funding.type.savings': Record<never, never>
  'funding.withdrawal.account': Record<never, never>
  'funding.withdrawal.accountRequired': Record<never, never>
  'funding.withdrawal.all': Record<never, never>
  'funding.withdrawal.amount': Record<never, never>
  'funding.withdrawal.amountRequired': Record<never, never>
  'funding.withdrawal.amountRule': { byRule: number | string; minimum: number | string }
  'funding.withdrawal.approvedAtLatest': Record<never, never>
  'funding.withdrawal.approvedBy.appeal': Record<never, never>
  'funding.withdrawal.approvedBy.rule': Record<never, never>
  'funding.withdrawal.approvedBy.time': Record<never, never>
  'funding.withdrawal.approvedBy.two': Record<never, never>
  'funding.withdrawal.arrives': { at: number | string }
  'funding.withdrawal.arrivesBy': Record<never, never>
  'funding.withdrawal.byTwo': Record<never, never>
  'funding.withdrawal.cancel': Record<never, never>
  'funding.withdrawal.cancelTitle': Record<never, never>
  'funding.withdrawal.cancelled': Record<never, never>
  'funding.withdrawal.chooseAccount': Record<never, never>
  'funding.withdrawal.clockLabel': { time: number | string }
  'funding.withdrawal.closed': Record<never, never>
  'funding.withdrawal.confirmTitle': Record<never, never>
  'funding.withdrawal.detail': Record<never, never>
  'funding.withdrawal.endedAt': Record<never, never>
  'funding.withdrawal.fee': Record<never, never>
  'funding.withdrawal.frozen': { since: number | string }
  'funding.withdrawal.frozenNote': Record<never, never>
  'funding.withdrawal.held': { since: number | string }
  'funding.withdrawal.heldNote': { until: number | string }
  'funding.withdrawal.hours': { from: number | string; to: number | string }
  'funding.withdrawal.loanRoom': Record<never, never>
  'funding.withdrawal.marginRoom': Record<never, never>
  'funding.withdrawal.moneyBack': { amount: number | string }
  'funding.withdrawal.most': Record<never, never>
  'funding.withdrawal.noAccount': Record<never, never>
  'funding.withdrawal.noLimit': Record<never, never>
  'funding.withdrawal.open': Record<never, never>
  'funding.withdrawal.opensNote': Record<never, never>
  'funding.withdrawal.paidAt': Record<never, never>
  'funding.withdrawal.reason': { reason: string }
  'funding.withdrawal.reasonTitle': Record<never, never>
  'funding.withdrawal.received': Record<never, never>
  'funding.withdrawal.requested': Record<never, never>
  'funding.withdrawal.settled': Record<never, never>
  'funding.withdrawal.state.approved': Record<never, never>
  'funding.withdrawal.state.cancelled': Record<never, never>
  'funding.withdrawal.state.denied': Record<never, never>
  'funding.withdrawal.state.paid': Record<never, never>
  'funding.withdrawal.state.requested': Record<never, never>
  'funding.withdrawal.state.returned': Record<never, never>
  'funding.withdrawal.stopped': Record<never, never>
  'funding.withdrawal.stoppedFor': { stop: string }
  'funding.withdrawal.stoppedGoesOn': Record<never, never>
  'funding.withdrawal.stoppedSince': { at: number | string }
  'funding.withdrawal.submit': { amount: number | string }
  'funding.withdrawal.submitEmpty': Record<never, never>
  'funding.withdrawal.termsNote': Record<never, never>
  'funding.withdrawal.title': Record<never, never>
  'funding.withdrawal.toRecord': Record<never, never>
  'funding.withdrawal.toSecurity': Record<never, never>
  'funding.withdrawal.underWay': Record<never, never>
  'funding.withdrawal.waiting.rule': { at: number | string }
  'funding.withdrawal.waiting.two': { at: number | string }
  'funding.withdrawal.waiting.wait': { at: number | string }
  'health.console.batchSize': Record<never, never>
  'health.console.commands': Record<never, never>
  'health.console.database': Record<never, never>
  'health.console.fault': Record<never, never>
  'health.console.fault.exchange-log-damaged': Record<never, never>
  'health.console.fault.heads-refused': Record<never, never>
  'health.console.fault.storage-damaged': Record<never, never>
  'health.console.fault.witness-damaged': Record<never, never>
  'health.console.fault.witness-missing': Record<never, never>
  'health.console.flushMedian': Record<never, never>
  'health.console.flushWorst': Record<never, never>
  'health.console.heap': Record<never, never>
  'health.console.inFlight': Record<never, never>
  'health.console.jobs': Record<never, never>
  'health.console.jobsNote': Record<never, never>
  'health.console.loop': Record<never, never>
  'health.console.measured': { at: number | string; seq: number | string }
  'health.console.megabytes': { n: number | string }
  'health.console.ms': { n: number | string }
  'health.console.refused': Record<never, never>
  'health.console.rss': Record<never, never>
  'health.console.sockets': Record<never, never>
  'health.console.title': Record<never, never>
  'health.console.unread': Record<never, never>
  'health.console.unreadEnded': Record<never, never>
  'health.console.waiting': Record<never, never>
  'home.action.ai': Record<never, never>
  'home.action.bankAccount': Record<never, never>
  'home.action.blockTrade': Record<never, never>
  'home.action.bonus': Record<never, never>
  'home.action.copy': Record<never, never>
  'home.action.customerService': Record<never, never>
  'home.action.dayTrade': Record<never, never>
  'home.action.financing': Record<never, never>
  'home.action.ipo': Record<never, never>
  'home.action.transactionLog': Record<never, never>
  'home.actions': Record<never, never>
  'home.assets.asOf': { time: number | string }
  'home.assets.buyingPower': Record<never, never>
  'home.assets.cannotLoad': Record<never, never>
  'home.assets.hide': Record<never, never>
  'home.assets.profit': Record<never, never>
  'home.assets.ratio': Record<never, never>
  'home.assets.show': Record<never, never>
  'home.assets.today': Record<never, never>
  'home.assets.total': Record<never, never>
  'home.cannotLoad': Record<never, never>
  'home.favourites.edit': Record<never, never>
  'home.favourites.empty': Record<never, never>
  'home.favourites.emptyNote': Record<never, never>
  'home.favourites.find': Record<never, never>
  'home.favourites.first': Record<never, never>
  'home.favourites.title': Record<never, never>
  'home.guest.login': Record<never, never>
  'home.guest.note': Record<never, never>
  'home.guest.register': Record<never, never>
  'home.guest.title': Record<never, never>
  'home.hot.empty': Record<never, never>
  'home.hot.title': Record<never, never>
  'home.identity.note': Record<never, never>
  'home.identity.title': Record<never, never>
  'home.messages': Record<never, never>
  'home.news.title': Record<never, never>
  'home.search': Record<never, never>
  'home.settings.about': Record<never, never>
  'home.settings.chart': Record<never, never>
  'home.settings.check': Record<never, never>
  'home.settings.checkFailed': Record<never, never>
  'home.settings.checking': Record<never, never>
  'home.settings.clearSearch': Record<never, never>
  'home.settings.direction': Record<never, never>
  'home.settings.display': Record<never, never>
  'home.settings.green': Record<never, never>
  'home.settings.hideAssets': Record<never, never>
  'home.settings.hideAssetsNote': Record<never, never>
  'home.settings.install': Record<never, never>
  'home.settings.language': Record<never, never>
  'home.settings.loginPassword': Record<never, never>
  'home.settings.logout': Record<never, never>
  'home.settings.newer': Record<never, never>
  'home.settings.newest': Record<never, never>
  'home.settings.notifications': Record<never, never>
  'home.settings.privacy': Record<never, never>
  'home.settings.red': Record<never, never>
  'home.settings.safety': Record<never, never>
  'home.settings.searchCleared': Record<never, never>
  'home.settings.searches': { count: number | string }
  'home.settings.set': Record<never, never>
  'home.settings.title': Record<never, never>
  'home.settings.transactionPassword': Record<never, never>
  'home.settings.trust': Record<never, never>
  'home.settings.unset': Record<never, never>
  'home.settings.version': Record<never, never>
  'home.settings.versionOf': { build: number | string; version: number | string }
  'home.stock.guest': Record<never, never>
  'home.stock.login': Record<never, never>
  'home.stock.none': Record<never, never>
  'home.stock.noneNote': Record<never, never>
  'home.stock.sum': Record<never, never>
  'home.title': Record<never, never>
  'home.user.accountLog': Record<never, never>
  'home.user.bankAccount': Record<never, never>
  'home.user.creditScore': Record<never, never>
  'home.user.creditScoreOf': { most: number | string; score: number | string }
  'home.user.deposit': Record<never, never>
  'home.user.dividends': Record<never, never>
  'home.user.guestNote': Record<never, never>
  'home.user.guestTitle': Record<never, never>
  'home.user.id': { id: number | string }
  'home.user.incomeLog': Record<never, never>
  'home.user.invitation': { code: number | string }
  'home.user.language': Record<never, never>
  'home.user.level': Record<never, never>
  'home.user.levelUpTo': { leverage: number; value: number | string }
  'home.user.loan': Record<never, never>
  'home.user.log': Record<never, never>
  'home.user.login': Record<never, never>
  'home.user.logout': Record<never, never>
  'home.user.messages': Record<never, never>
  'home.user.orders': Record<never, never>
  'home.user.part.cash': Record<never, never>
  'home.user.part.held': Record<never, never>
  'home.user.part.lots': Record<never, never>
  'home.user.parts': Record<never, never>
  'home.user.register': Record<never, never>
  'home.user.reports': Record<never, never>
  'home.user.safety': Record<never, never>
  'home.user.security': Record<never, never>
  'home.user.settings': Record<never, never>
  'home.user.shortfall': Record<never, never>
  'home.user.support': Record<never, never>
  'home.user.tax': Record<never, never>
  'home.user.taxDue': Record<never, never>
  'home.user.taxDueNote': Record<never, never>
  'home.user.title': Record<never, never>
  'home.user.today': Record<never, never>
  'home.user.total': Record<never, never>
  'home.user.transactionLog': Record<never, never>
  'home.user.unverified': Record<never, never>
  'home.user.verified': Record<never, never>
  'home.user.withdraw': Record<never, never>
  'identity.afterLogin.confirm': Record<never, never>
  'identity.afterLogin.confirmNote': Record<never, never>
  'identity.afterLogin.confirmNoteDemo': Record<never, never>
  'identity.afterLogin.later': Record<never, never>
  'identity.afterLogin.notNow': Record<never, never>
  'identity.afterLogin.offer': Record<never, never>
  'identity.afterLogin.offerNote': Record<never, never>
  'identity.afterLogin.title': Record<never, never>
  'identity.changePassword.confirm': Record<never, never>
  'identity.changePassword.done': Record<never, never>
  'identity.changePassword.forgotten': Record<never, never>
  'identity.changePassword.lead': Record<never, never>
  'identity.changePassword.new': Record<never, never>
  'identity.changePassword.old': Record<never, never>
  'identity.changePassword.submit': Record<never, never>
  'identity.changePassword.title': Record<never, never>
  'identity.devices.by.passkey': { at: number | string }
  'identity.devices.by.password': { at: number | string }
  'identity.devices.by.totp': { at: number | string }
  'identity.devices.count': { count: number }
  'identity.devices.current': Record<never, never>
  'identity.devices.end': Record<never, never>
  'identity.devices.endOne': Record<never, never>
  'identity.devices.endOthers': Record<never, never>
  'identity.devices.endOthersNote': { count: number | string }
  'identity.devices.ended': Record<never, never>
  'identity.devices.key.none': Record<never, never>
  'identity.devices.key.passkey': Record<never, never>
  'identity.devices.key.session': Record<never, never>
  'identity.devices.note': Record<never, never>
  'identity.devices.seen': { at: number | string }
  'identity.devices.title': Record<never, never>
  'identity.devices.unknown': Record<never, never>
  'identity.email.address': Record<never, never>
  'identity.email.again': Record<never, never>
  'identity.email.codeRule': Record<never, never>
  'identity.email.codeSent': Record<never, never>
  'identity.email.done': Record<never, never>
  'identity.email.haveCode': Record<never, never>
  'identity.email.lead': Record<never, never>
  'identity.email.new': Record<never, never>
  'identity.email.now': Record<never, never>
  'identity.email.submit': Record<never, never>
  'identity.email.title': Record<never, never>
  'identity.email.verified': Record<never, never>
  'identity.email.waiting': Record<never, never>
  'identity.freeze.done': Record<never, never>
  'identity.freeze.frozenNote': Record<never, never>
  'identity.freeze.held': { until: number | string }
  'identity.freeze.heldNote': Record<never, never>
  'identity.freeze.isFrozen': Record<never, never>
  'identity.freeze.lead': Record<never, never>
  'identity.freeze.open': Record<never, never>
  'identity.freeze.openNote': Record<never, never>
  'identity.freeze.openSubmit': Record<never, never>
  'identity.freeze.opened': Record<never, never>
  'identity.freeze.stays': Record<never, never>
  'identity.freeze.stops.orders': Record<never, never>
  'identity.freeze.stops.sessions': Record<never, never>
  'identity.freeze.stops.withdrawals': Record<never, never>
  'identity.freeze.submit': Record<never, never>
  'identity.freeze.title': Record<never, never>
  'identity.language.note': Record<never, never>
  'identity.language.title': Record<never, never>
  'identity.level.advanced': Record<never, never>
  'identity.level.beginner': Record<never, never>
  'identity.level.core': Record<never, never>
  'identity.level.experience': Record<never, never>
  'identity.level.intermediate': Record<never, never>
  'identity.login.account': Record<never, never>
  'identity.login.byPasskey': Record<never, never>
  'identity.login.done': Record<never, never>
  'identity.login.lead': Record<never, never>
  'identity.login.noAccount': Record<never, never>
  'identity.login.password': Record<never, never>
  'identity.login.register': Record<never, never>
  'identity.login.submit': Record<never, never>
  'identity.login.title': Record<never, never>
  'identity.login.trouble': Record<never, never>
  'identity.login.working': Record<never, never>
  'identity.logout.done': Record<never, never>
  'identity.logout.lead': Record<never, never>
  'identity.logout.note': Record<never, never>
  'identity.logout.submit': Record<never, never>
  'identity.logout.title': Record<never, never>
  'identity.mail.code': { code: number | string }
  'identity.mail.codeTitle': Record<never, never>
  'identity.mail.foot': Record<never, never>
  'identity.passkey.add': Record<never, never>
  'identity.passkey.addNote': Record<never, never>
  'identity.passkey.added': Record<never, never>
  'identity.passkey.cannot': Record<never, never>
  'identity.passkey.kept': Record<never, never>
  'identity.passkey.lastNote': Record<never, never>
  'identity.passkey.made': Record<never, never>
  'identity.passkey.madeAt': { at: number | string }
  'identity.passkey.make': Record<never, never>
  'identity.passkey.name': Record<never, never>
  'identity.passkey.nameRule': Record<never, never>
  'identity.passkey.notMade': Record<never, never>
  'identity.passkey.notSigned': Record<never, never>
  'identity.passkey.onDevice': Record<never, never>
  'identity.passkey.one': Record<never, never>
  'identity.passkey.remove': Record<never, never>
  'identity.passkey.removed': Record<never, never>
  'identity.passkey.synced': Record<never, never>
  'identity.passkey.title': Record<never, never>
  'identity.passkey.used': Record<never, never>
  'identity.passkey.usedAt': { at: number | string }
  'identity.phone.done': Record<never, never>
  'identity.phone.lost': Record<never, never>
  'identity.phone.new': Record<never, never>
  'identity.phone.note': Record<never, never>
  'identity.phone.now': Record<never, never>
  'identity.phone.submit': Record<never, never>
  'identity.phone.title': Record<never, never>
  'identity.phoneCode.note': Record<never, never>
  'identity.phoneCode.rule': { mobile: number | string }
  'identity.recovery.again': Record<never, never>
  'identity.recovery.codeSent': Record<never, never>
  'identity.recovery.documentNumber': Record<never, never>
  'identity.recovery.done': Record<never, never>
  'identity.recovery.doneNote': { until: number | string }
  'identity.recovery.ifVerified': Record<never, never>
  'identity.recovery.lead': Record<never, never>
  'identity.recovery.leadNote': Record<never, never>
  'identity.recovery.nameKana': Record<never, never>
  'identity.recovery.note.passkey': Record<never, never>
  'identity.recovery.note.password': Record<never, never>
  'identity.recovery.note.phone': Record<never, never>
  'identity.recovery.note.transaction-password': Record<never, never>
  'identity.recovery.oldMobile': Record<never, never>
  'identity.recovery.password': Record<never, never>
  'identity.recovery.submit': Record<never, never>
  'identity.recovery.support': Record<never, never>
  'identity.recovery.title': Record<never, never>
  'identity.recovery.what.passkey': Record<never, never>
  'identity.recovery.what.password': Record<never, never>
  'identity.recovery.what.phone': Record<never, never>
  'identity.recovery.what.transaction-password': Record<never, never>
  'identity.register.code': Record<never, never>
  'identity.register.codeRule': Record<never, never>
  'identity.register.codeSent': Record<never, never>
  'identity.register.confirmPassword': Record<never, never>
  'identity.register.done': Record<never, never>
  'identity.register.hasAccount': Record<never, never>
  'identity.register.inbox': Record<never, never>
  'identity.register.inboxEmpty': Record<never, never>
  'identity.register.inboxNote': Record<never, never>
  'identity.register.inboxTitle': Record<never, never>
  'identity.register.inboxUse': { code: number | string }
  'identity.register.invitationCode': Record<never, never>
  'identity.register.lead': Record<never, never>
  'identity.register.mobile': Record<never, never>
  'identity.register.mobileRule': Record<never, never>
  'identity.register.password': Record<never, never>
  'identity.register.passwordRule': Record<never, never>
  'identity.register.resendIn': { seconds: number }
  'identity.register.sendCode': Record<never, never>
  'identity.register.simulated': Record<never, never>
  'identity.register.submit': Record<never, never>
  'identity.register.title': Record<never, never>
  'identity.rejection.ACCOUNT_REQUIRED': Record<never, never>
  'identity.rejection.CODE_LOCKED': { minutes: number }
  'identity.rejection.CODE_WRONG': Record<never, never>
  'identity.rejection.DEVICE_KEY_INVALID': Record<never, never>
  'identity.rejection.EMAIL_FORMAT': Record<never, never>
  'identity.rejection.FROZEN_BY_FIRM': Record<never, never>
  'identity.rejection.INVITATION_INVALID': Record<never, never>
  'identity.rejection.INVITATION_REQUIRED': Record<never, never>
  'identity.rejection.LOGIN_FAILED': Record<never, never>
  'identity.rejection.LOGIN_LOCKED': { minutes: number }
  'identity.rejection.MOBILE_FORMAT': Record<never, never>
  'identity.rejection.MOBILE_TAKEN': Record<never, never>
  'identity.rejection.NEW_PASSWORD_REQUIRED': Record<never, never>
  'identity.rejection.OLD_PASSWORD_REQUIRED': Record<never, never>
  'identity.rejection.OLD_PASSWORD_WRONG': Record<never, never>
  'identity.rejection.PASSKEY_NEEDED': Record<never, never>
  'identity.rejection.PASSKEY_NOT_FOUND': Record<never, never>
  'identity.rejection.PASSKEY_UNKNOWN': Record<never, never>
  'identity.rejection.PASSWORDS_DIFFER': Record<never, never>
  'identity.rejection.PASSWORD_CHARACTERS': Record<never, never>
  'identity.rejection.PASSWORD_COMMON': Record<never, never>
  'identity.rejection.PASSWORD_LENGTH': { max: number; min: number }
  'identity.rejection.PASSWORD_NEEDED': Record<never, never>
  'identity.rejection.PASSWORD_REQUIRED': Record<never, never>
  'identity.rejection.PROOF_INVALID': Record<never, never>
  'identity.rejection.PROOF_NEEDED': Record<never, never>
  'identity.rejection.RECOVERY_FAILED': Record<never, never>
  'identity.rejection.RECOVERY_LOCKED': { minutes: number }
  'identity.rejection.SAME_AS_LOGIN_PASSWORD': Record<never, never>
  'identity.rejection.SAME_AS_TRANSACTION_PASSWORD': Record<never, never>
  'identity.rejection.SESSION_NOT_FOUND': Record<never, never>
  'identity.rejection.SMS_CODE_NEEDED': Record<never, never>
  'identity.rejection.SMS_COUNTRY': { countries: number | string }
  'identity.rejection.STEP_UP_NEEDED': Record<never, never>
  'identity.rejection.TOO_MANY_CODES': { minutes: number }
  'identity.rejection.TOO_MANY_PASSKEYS': Record<never, never>
  'identity.rejection.TOO_MANY_REGISTRATIONS': { minutes: number }
  'identity.rejection.TOO_MANY_SMS': { minutes: number }
  'identity.rejection.TOTP_OFF': Record<never, never>
  'identity.rejection.TOTP_ON': Record<never, never>
  'identity.rejection.TRANSACTION_PASSWORD_LOCKED': { minutes: number }
  'identity.rejection.TRANSACTION_PASSWORD_REQUIRED': Record<never, never>
  'identity.rejection.TRANSACTION_PASSWORD_UNSET': Record<never, never>
  'identity.rejection.TRANSACTION_PASSWORD_WRONG': Record<never, never>
  'identity.rejection.VERIFICATION_INVALID': Record<never, never>
  'identity.rejection.WORK_NEEDED': Record<never, never>
  'identity.required.code': Record<never, never>
  'identity.required.confirm': Record<never, never>
  'identity.required.mobile': Record<never, never>
  'identity.required.old': Record<never, never>
  'identity.required.transactionPassword': Record<never, never>
  'identity.security.access': Record<never, never>
  'identity.security.by.passkey': Record<never, never>
  'identity.security.by.password': Record<never, never>
  'identity.security.by.totp': Record<never, never>
  'identity.security.closed': { until: number | string }
  'identity.security.closedNote': { change: string }
  'identity.security.emergency': Record<never, never>
  'identity.security.half': Record<never, never>
  'identity.security.halfNote': Record<never, never>
  'identity.security.othersEnd': Record<never, never>
  'identity.security.reach': Record<never, never>
  'identity.security.set': Record<never, never>
  'identity.security.strong': Record<never, never>
  'identity.security.strongNote': { count: number | string }
  'identity.security.title': Record<never, never>
  'identity.security.unset': Record<never, never>
  'identity.security.weak': Record<never, never>
  'identity.security.weakNote': Record<never, never>
  'identity.settings.passkeyCount': { count: number }
  'identity.settings.passkeys': Record<never, never>
  'identity.settings.transactionPassword': Record<never, never>
  'identity.sms': { code: number | string }
  'identity.smsFactor': { code: number | string }
  'identity.smsNotice': { what: number | string }
  'identity.smsRecovery': { code: number | string }
  'identity.stepUp.code': Record<never, never>
  'identity.stepUp.done': Record<never, never>
  'identity.stepUp.note': Record<never, never>
  'identity.stepUp.passkey': Record<never, never>
  'identity.stepUp.title': Record<never, never>
  'identity.totp.begin': Record<never, never>
  'identity.totp.code': Record<never, never>
  'identity.totp.codeRule': Record<never, never>
  'identity.totp.done': Record<never, never>
  'identity.totp.firstCode': Record<never, never>
  'identity.totp.isOff': Record<never, never>
  'identity.totp.isOn': Record<never, never>
  'identity.totp.lead': Record<never, never>
  'identity.totp.limits.change': Record<never, never>
  'identity.totp.limits.trade': Record<never, never>
  'identity.totp.limits.withdraw': Record<never, never>
  'identity.totp.orType': Record<never, never>
  'identity.totp.remove': Record<never, never>
  'identity.totp.removed': Record<never, never>
  'identity.totp.scan': Record<never, never>
  'identity.totp.square': Record<never, never>
  'identity.totp.submit': Record<never, never>
  'identity.totp.title': Record<never, never>
  'identity.transaction.byPasskey': Record<never, never>
  'identity.transaction.confirm': Record<never, never>
  'identity.transaction.done': Record<never, never>
  'identity.transaction.forgotten': Record<never, never>
  'identity.transaction.leadChange': Record<never, never>
  'identity.transaction.leadNew': Record<never, never>
  'identity.transaction.new': Record<never, never>
  'identity.transaction.old': Record<never, never>
  'identity.transaction.submit': Record<never, never>
  'identity.transaction.title': Record<never, never>
  'identity.unlock.byPasskey': Record<never, never>
  'identity.unlock.done': Record<never, never>
  'identity.unlock.note': Record<never, never>
  'identity.unlock.submit': Record<never, never>
  'identity.unlock.title': Record<never, never>
  'identity.will.byCode': Record<never, never>
  'identity.will.passkey': Record<never, never>
  'identity.will.setNow': Record<never, never>
  'identity.will.thenPasskey': Record<never, never>
  'inbox.cannotLoad': Record<never, never>
  'inbox.detail': Record<never, never>
  'inbox.empty': Record<never, never>
  'inbox.emptyAction': Record<never, never>
  'inbox.emptyNote': Record<never, never>
  'inbox.filter': Record<never, never>
  'inbox.filter.all': Record<never, never>
  'inbox.filter.unread': Record<never, never>
  'inbox.filtered.all': Record<never, never>
  'inbox.filtered.empty': Record<never, never>
  'inbox.group.account': Record<never, never>
  'inbox.group.actions': Record<never, never>
  'inbox.group.alerts': Record<never, never>
  'inbox.group.margin': Record<never, never>
  'inbox.group.money': Record<never, never>
  'inbox.group.notices': Record<never, never>
  'inbox.group.orders': Record<never, never>
  'inbox.group.products': Record<never, never>
  'inbox.kind.accountFrozen.text': Record<never, never>
  'inbox.kind.accountFrozen.title': Record<never, never>
  'inbox.kind.accountUnfrozen.text': Record<never, never>
  'inbox.kind.accountUnfrozen.title': Record<never, never>
  'inbox.kind.aiApplied.text': { code: number | string; entryOn: number | string; name: number | string; quantity: number }
  'inbox.kind.aiApplied.title': Record<never, never>
  'inbox.kind.aiBought.text': { amount: number; code: number | string; exitOn: number | string; name: number | string; quantity: number }
  'inbox.kind.aiBought.title': Record<never, never>
  'inbox.kind.aiFailed.text': { code: number | string; name: number | string; quantity: number }
  'inbox.kind.aiFailed.title': Record<never, never>
  'inbox.kind.aiSold.text': { code: number | string; name: number | string }
  'inbox.kind.aiSold.title': Record<never, never>
  'inbox.kind.amendTooLate.text': { code: number | string; name: number | string; price: number; quantity: number; side: string }
  'inbox.kind.amendTooLate.title': Record<never, never>
  'inbox.kind.appealDecided.text': { amount: number; verdict: string }
  'inbox.kind.appealDecided.title': Record<never, never>
  'inbox.kind.authenticatorOff.text': Record<never, never>
  'inbox.kind.authenticatorOff.title': Record<never, never>
  'inbox.kind.authenticatorOn.text': Record<never, never>
  'inbox.kind.authenticatorOn.title': Record<never, never>
  'inbox.kind.bankAccountAccepted.text': { from: number | string }
  'inbox.kind.bankAccountAccepted.title': Record<never, never>
  'inbox.kind.bankAccountAdded.text': Record<never, never>
  'inbox.kind.bankAccountAdded.title': Record<never, never>
  'inbox.kind.bankAccountAppealDecided.text': { result: string }
  'inbox.kind.bankAccountAppealDecided.title': Record<never, never>
  'inbox.kind.bankAccountRejected.text': { reason: string }
  'inbox.kind.bankAccountRejected.title': Record<never, never>
  'inbox.kind.bankAccountRemoved.text': Record<never, never>
  'inbox.kind.bankAccountRemoved.title': Record<never, never>
  'inbox.kind.blockNotWon.text': { amount: number | string; code: number | string; name: number | string }
  'inbox.kind.blockNotWon.title': Record<never, never>
  'inbox.kind.blockVoid.text': { amount: number | string; code: number | string; name: number | string }
  'inbox.kind.blockVoid.title': Record<never, never>
  'inbox.kind.blockWon.text': { code: number | string; name: number | string; price: number | string; quantity: number | string }
  'inbox.kind.blockWon.title': Record<never, never>
  'inbox.kind.callMet.text': { amount: number }
  'inbox.kind.callMet.title': Record<never, never>
  'inbox.kind.copyFollowing.text': { amount: number; pool: number | string; units: number }
  'inbox.kind.copyFollowing.title': Record<never, never>
  'inbox.kind.copyPaid.text': { amount: number; pool: number | string; profit: number }
  'inbox.kind.copyPaid.title': Record<never, never>
  'inbox.kind.copyPartlyTraded.text': { code: number | string; name: number | string; ordered: number; pool: number | string; price: number; quantity: number; share: number; side: string }
  'inbox.kind.copyPartlyTraded.title': Record<never, never>
  'inbox.kind.copyRefused.text': { amount: number; pool: number | string; reason: string }
  'inbox.kind.copyRefused.title': Record<never, never>
  'inbox.kind.copyRestOver.text': { code: number | string; name: number | string; ordered: number; pool: number | string; price: number; quantity: number; share: number; side: string }
  'inbox.kind.copyRestOver.title': Record<never, never>
  'inbox.kind.copyTraded.text': { code: number | string; name: number | string; pool: number | string; price: number; quantity: number; share: number; side: string }
  'inbox.kind.copyTraded.title': Record<never, never>
  'inbox.kind.copyUnfilled.text': { code: number | string; name: number | string; pool: number | string; quantity: number; side: string }
  'inbox.kind.copyUnfilled.title': Record<never, never>
  'inbox.kind.dayLeft.text': { amount: number; code: number | string; name: number | string }
  'inbox.kind.dayLeft.title': Record<never, never>
  'inbox.kind.dayWarning.text': { at: number | string; count: number }
  'inbox.kind.dayWarning.title': Record<never, never>
  'inbox.kind.depositCredited.text': { amount: number }
  'inbox.kind.depositCredited.title': Record<never, never>
  'inbox.kind.depositRefused.text': { amount: number; reason: string }
  'inbox.kind.depositRefused.title': Record<never, never>
  'inbox.kind.dividendComing.text': { amount: number; code: number | string; name: number | string; payDate: number | string; quantity: number; side: string }
  'inbox.kind.dividendComing.title': { side: string }
  'inbox.kind.dividendPaid.text': { amount: number; code: number | string; name: number | string; quantity: number; side: string; tax: number }
  'inbox.kind.dividendPaid.title': { side: string }
  'inbox.kind.emailChanged.text': Record<never, never>
  'inbox.kind.emailChanged.title': Record<never, never>
  'inbox.kind.entryCorrected.text': { amount: number; way: string }
  'inbox.kind.entryCorrected.title': Record<never, never>
  'inbox.kind.forcedClosing.text': { amount: number }
  'inbox.kind.forcedClosing.title': Record<never, never>
  'inbox.kind.identityAppealDecided.text': { result: string }
  'inbox.kind.identityAppealDecided.title': Record<never, never>
  'inbox.kind.identityPassed.text': Record<never, never>
  'inbox.kind.identityPassed.title': Record<never, never>
  'inbox.kind.identityRejected.text': { reason: string; side: string }
  'inbox.kind.identityRejected.title': Record<never, never>
  'inbox.kind.ipoBought.text': { amount: number; code: number | string; issueOn: number | string; name: number | string; quantity: number }
  'inbox.kind.ipoBought.title': Record<never, never>
  'inbox.kind.ipoDeclined.text': { amount: number; code: number | string; name: number | string; quantity: number }
  'inbox.kind.ipoDeclined.title': Record<never, never>
  'inbox.kind.ipoLapsed.text': { amount: number; code: number | string; name: number | string; quantity: number }
  'inbox.kind.ipoLapsed.title': Record<never, never>
  'inbox.kind.ipoListed.text': { code: number | string; name: number | string; price: number; quantity: number }
  'inbox.kind.ipoListed.title': Record<never, never>
  'inbox.kind.ipoNotWon.text': { code: number | string; name: number | string; place: number }
  'inbox.kind.ipoNotWon.title': Record<never, never>
  'inbox.kind.ipoPassedOn.text': { amount: number; code: number | string; name: number | string; price: number; quantity: number; until: number | string }
  'inbox.kind.ipoPassedOn.title': Record<never, never>
  'inbox.kind.ipoVoid.text': { amount: number; code: number | string }
  'inbox.kind.ipoVoid.title': Record<never, never>
  'inbox.kind.ipoWithdrawn.text': { amount: number; code: number | string; quantity: number }
  'inbox.kind.ipoWithdrawn.title': Record<never, never>
  'inbox.kind.ipoWon.text': { amount: number; code: number | string; name: number | string; price: number; quantity: number; until: number | string }
  'inbox.kind.ipoWon.title': Record<never, never>
  'inbox.kind.levelRaised.text': { level: string }
  'inbox.kind.levelRaised.title': Record<never, never>
  'inbox.kind.loanAppealDecided.text': { amount: number; verdict: string }
  'inbox.kind.loanAppealDecided.title': Record<never, never>
  'inbox.kind.loanApproved.text': { amount: number }
  'inbox.kind.loanApproved.title': Record<never, never>
  'inbox.kind.loanInterest.text': { amount: number }
  'inbox.kind.loanInterest.title': Record<never, never>
  'inbox.kind.loanRefused.text': { amount: number; reason: string }
  'inbox.kind.loanRefused.title': Record<never, never>
  'inbox.kind.loanRepaid.text': { amount: number }
  'inbox.kind.loanRepaid.title': Record<never, never>
  'inbox.kind.lossCut.text': { code: number | string; name: number | string; quantity: number }
  'inbox.kind.lossCut.title': Record<never, never>
  'inbox.kind.lotClosed.text': { code: number | string; name: number | string; price: number; profit: number; quantity: number; side: string }
  'inbox.kind.lotClosed.title': Record<never, never>
  'inbox.kind.marginCall.text': { amount: number; deadline: number | string }
  'inbox.kind.marginCall.title': Record<never, never>
  'inbox.kind.marginWarning.text': Record<never, never>
  'inbox.kind.marginWarning.title': Record<never, never>
  'inbox.kind.newDevice.text': { device: number | string }
  'inbox.kind.newDevice.title': Record<never, never>
  'inbox.kind.notice.text': Record<never, never>
  'inbox.kind.notice.title': Record<never, never>
  'inbox.kind.oddLot.text': { code: number | string; name: number | string; quantity: number }
  'inbox.kind.oddLot.title': Record<never, never>
  'inbox.kind.operatorActed.text': Record<never, never>
  'inbox.kind.operatorActed.title': Record<never, never>
  'inbox.kind.orderAmended.text': { code: number | string; name: number | string; price: number; quantity: number; side: string }
  'inbox.kind.orderAmended.title': Record<never, never>
  'inbox.kind.orderCancelled.text': { code: number | string; filled: number; name: number | string; quantity: number; side: string }
  'inbox.kind.orderCancelled.title': Record<never, never>
  'inbox.kind.orderExpired.text': { code: number | string; filled: number; name: number | string; quantity: number; side: string }
  'inbox.kind.orderExpired.title': Record<never, never>
  'inbox.kind.orderFilled.text': { code: number | string; name: number | string; price: number; quantity: number; side: string }
  'inbox.kind.orderFilled.title': Record<never, never>
  'inbox.kind.orderPartlyFilled.text': { code: number | string; filled: number; name: number | string; price: number; quantity: number; side: string }
  'inbox.kind.orderPartlyFilled.title': Record<never, never>
  'inbox.kind.orderRejected.text': { code: number | string; name: number | string; quantity: number; reason: string; side: string }
  'inbox.kind.orderRejected.title': Record<never, never>
  'inbox.kind.orderUnsent.text': { code: number | string; name: number | string; price: number; quantity: number; side: string }
  'inbox.kind.orderUnsent.title': Record<never, never>
  'inbox.kind.passkeyAdded.text': Record<never, never>
  'inbox.kind.passkeyAdded.title': Record<never, never>
  'inbox.kind.passkeyRemoved.text': Record<never, never>
  'inbox.kind.passkeyRemoved.title': Record<never, never>
  'inbox.kind.passwordChanged.text': Record<never, never>
  'inbox.kind.passwordChanged.title': Record<never, never>
  'inbox.kind.phoneChanged.text': Record<never, never>
  'inbox.kind.phoneChanged.title': Record<never, never>
  'inbox.kind.priceAlert.text': { code: number | string; name: number | string; price: number; value: number; watches: string }
  'inbox.kind.priceAlert.title': Record<never, never>
  'inbox.kind.recovered.text': { until: number | string; what: string }
  'inbox.kind.recovered.title': Record<never, never>
  'inbox.kind.shareSplit.text': { after: number; before: number; code: number | string; name: number | string; newShares: number; odd: number; oldShares: number }
  'inbox.kind.shareSplit.title': { newShares: number }
  'inbox.kind.shortfall.text': { amount: number }
  'inbox.kind.shortfall.title': Record<never, never>
  'inbox.kind.stopLoss.text': { code: number | string; name: number | string; price: number }
  'inbox.kind.stopLoss.title': Record<never, never>
  'inbox.kind.stopReleased.text': { code: number | string; name: number | string; price: number; quantity: number; side: string }
  'inbox.kind.stopReleased.title': Record<never, never>
  'inbox.kind.takeProfit.text': { code: number | string; name: number | string; price: number }
  'inbox.kind.takeProfit.title': Record<never, never>
  'inbox.kind.transactionPasswordChanged.text': Record<never, never>
  'inbox.kind.transactionPasswordChanged.title': Record<never, never>
  'inbox.kind.withdrawalApproved.text': { amount: number; by: number | string }
  'inbox.kind.withdrawalApproved.title': Record<never, never>
  'inbox.kind.withdrawalCancelled.text': { amount: number }
  'inbox.kind.withdrawalCancelled.title': Record<never, never>
  'inbox.kind.withdrawalDenied.text': { amount: number; reason: string }
  'inbox.kind.withdrawalDenied.title': Record<never, never>
  'inbox.kind.withdrawalPaid.text': { amount: number }
  'inbox.kind.withdrawalPaid.title': Record<never, never>
  'inbox.kind.withdrawalRequested.text': { amount: number; by: number | string }
  'inbox.kind.withdrawalRequested.title': Record<never, never>
  'inbox.kind.withdrawalReturned.text': { amount: number }
  'inbox.kind.withdrawalReturned.title': Record<never, never>
  'inbox.notFound': Record<never, never>
  'inbox.open': Record<never, never>
  'inbox.push.always': Record<never, never>
  'inbox.push.blocked': Record<never, never>
  'inbox.push.body': Record<never, never>
  'inbox.push.device': Record<never, never>
  'inbox.push.deviceCount': { count: number }
  'inbox.push.deviceNote': Record<never, never>
  'inbox.push.devices': Record<never, never>
  'inbox.push.failed': Record<never, never>
  'inbox.push.groups': Record<never, never>
  'inbox.push.groupsNote': Record<never, never>
  'inbox.push.title': Record<never, never>
  'inbox.push.unsupported': Record<never, never>
  'inbox.readAll': Record<never, never>
  'inbox.rejection.MESSAGE_NOT_FOUND': Record<never, never>
  'inbox.rejection.PUSH_ALWAYS': Record<never, never>
  'inbox.rejection.PUSH_ENDPOINT': Record<never, never>
  'inbox.rejection.PUSH_KEYS': Record<never, never>
  'inbox.rejection.PUSH_UNKNOWN': Record<never, never>
  'inbox.settings': Record<never, never>
  'inbox.title': Record<never, never>
  'inbox.toList': Record<never, never>
  'inbox.unread': Record<never, never>
  'instruments.rejection.CODE_LISTED': { code: number | string }
  'instruments.rejection.ISSUE_DATE_CLOSED': { date: number | string }
  'instruments.rejection.MARKET_FULL': Record<never, never>
  'instruments.rejection.MARKET_REPLAYED': Record<never, never>
  'instruments.rejection.OFFER_OFF_TICK': Record<never, never>
  'ipo.appliedAt': Record<never, never>
  'ipo.apply': Record<never, never>
  'ipo.apply.ask': Record<never, never>
  'ipo.apply.done': Record<never, never>
  'ipo.apply.hold': Record<never, never>
  'ipo.apply.left': Record<never, never>
  'ipo.apply.never': Record<never, never>
  'ipo.apply.power': Record<never, never>
  'ipo.apply.short': { yen: number }
  'ipo.apply.submit': { units: number | string }
  'ipo.apply.title': Record<never, never>
  'ipo.apply.top': Record<never, never>
  'ipo.apply.units': Record<never, never>
  'ipo.apply.unitsHint': { max: number; shares: number | string }
  'ipo.band': Record<never, never>
  'ipo.book': Record<never, never>
  'ipo.book.applications': Record<never, never>
  'ipo.book.note': Record<never, never>
  'ipo.book.offered': Record<never, never>
  'ipo.book.times': Record<never, never>
  'ipo.book.timesOf': { times: number | string }
  'ipo.book.units': Record<never, never>
  'ipo.bookLine': { units: number }
  'ipo.cancel': Record<never, never>
  'ipo.cancel.ask': Record<never, never>
  'ipo.cancel.done': Record<never, never>
  'ipo.cancel.note': Record<never, never>
  'ipo.cannotLoad': Record<never, never>
  'ipo.check': Record<never, never>
  'ipo.check.note': Record<never, never>
  'ipo.check.short': Record<never, never>
  'ipo.confirm': { quantity: number | string }
  'ipo.confirm.ask': Record<never, never>
  'ipo.confirm.done': Record<never, never>
  'ipo.confirm.final': Record<never, never>
  'ipo.confirm.short': Record<never, never>
  'ipo.confirmBy': Record<never, never>
  'ipo.confirmFrom': { at: number | string }
  'ipo.dates': Record<never, never>
  'ipo.decline': Record<never, never>
  'ipo.decline.ask': Record<never, never>
  'ipo.decline.done': Record<never, never>
  'ipo.decline.note': Record<never, never>
  'ipo.draw': Record<never, never>
  'ipo.draw.place': Record<never, never>
  'ipo.draw.ratio': Record<never, never>
  'ipo.drawOn': Record<never, never>
  'ipo.filter': Record<never, never>
  'ipo.filter.all': Record<never, never>
  'ipo.filter.drawing': Record<never, never>
  'ipo.filter.listing': Record<never, never>
  'ipo.filter.open': Record<never, never>
  'ipo.from': { at: number | string }
  'ipo.fromTo': { from: number | string; to: number | string }
  'ipo.guest': Record<never, never>
  'ipo.held': Record<never, never>
  'ipo.heldFor': Record<never, never>
  'ipo.identity': Record<never, never>
  'ipo.issueOn': Record<never, never>
  'ipo.lots': Record<never, never>
  'ipo.marketPrice': Record<never, never>
  'ipo.mine': Record<never, never>
  'ipo.needed': Record<never, never>
  'ipo.noApplications': Record<never, never>
  'ipo.noApplicationsNote': Record<never, never>
  'ipo.noMore': Record<never, never>
  'ipo.noWins': Record<never, never>
  'ipo.noWinsNote': Record<never, never>
  'ipo.none': Record<never, never>
  'ipo.noneNote': Record<never, never>
  'ipo.noneOfFilter': Record<never, never>
  'ipo.notFound': Record<never, never>
  'ipo.offerPrice': Record<never, never>
  'ipo.oneEach': Record<never, never>
  'ipo.paid': Record<never, never>
  'ipo.payable': Record<never, never>
  'ipo.perMember': Record<never, never>
  'ipo.place': Record<never, never>
  'ipo.placeNote': Record<never, never>
  'ipo.placeOf': { n: number }
  'ipo.prepare': Record<never, never>
  'ipo.profile': Record<never, never>
  'ipo.publicQuantity': Record<never, never>
  'ipo.quantity': Record<never, never>
  'ipo.referencePrice': Record<never, never>
  'ipo.rejection.ACCOUNT_FROZEN': Record<never, never>
  'ipo.rejection.APPLICATION_NOT_FOUND': Record<never, never>
  'ipo.rejection.NOT_WON': Record<never, never>
  'ipo.rejection.PAYMENT_NOT_OPEN': Record<never, never>
  'ipo.rejection.PAYMENT_OVER': Record<never, never>
  'ipo.returned': Record<never, never>
  'ipo.risk': Record<never, never>
  'ipo.risk.fee': Record<never, never>
  'ipo.risk.final': Record<never, never>
  'ipo.risk.hold': Record<never, never>
  'ipo.risk.loss': Record<never, never>
  'ipo.risk.odds': Record<never, never>
  'ipo.rule': Record<never, never>
  'ipo.rule.now': Record<never, never>
  'ipo.rule.text': { times: number | string }
  'ipo.sector': Record<never, never>
  'ipo.segment': Record<never, never>
  'ipo.segment.growth': Record<never, never>
  'ipo.segment.prime': Record<never, never>
  'ipo.segment.standard': Record<never, never>
  'ipo.sharesOutstanding': Record<never, never>
  'ipo.stage.coming': Record<never, never>
  'ipo.stage.drawing': Record<never, never>
  'ipo.stage.listed': Record<never, never>
  'ipo.stage.listing': Record<never, never>
  'ipo.stage.open': Record<never, never>
  'ipo.stage.payment': Record<never, never>
  'ipo.stage.void': Record<never, never>
  'ipo.status.approved': Record<never, never>
  'ipo.status.cancelled': Record<never, never>
  'ipo.status.declined': Record<never, never>
  'ipo.status.lapsed': Record<never, never>
  'ipo.status.not-won': Record<never, never>
  'ipo.status.void': Record<never, never>
  'ipo.status.waiting-for-draw': Record<never, never>
  'ipo.status.waiting-list': Record<never, never>
  'ipo.status.won': Record<never, never>
  'ipo.step.apply': Record<never, never>
  'ipo.step.confirm': Record<never, never>
  'ipo.step.done': Record<never, never>
  'ipo.step.draw': Record<never, never>
  'ipo.step.drawNote': Record<never, never>
  'ipo.step.list': Record<never, never>
  'ipo.step.passOn': Record<never, never>
  'ipo.step.passOnNote': Record<never, never>
  'ipo.subscribed': Record<never, never>
  'ipo.subscriptionStart': Record<never, never>
  'ipo.tab.applications': Record<never, never>
  'ipo.tab.offerings': Record<never, never>
  'ipo.tab.wins': Record<never, never>
  'ipo.terms': Record<never, never>
  'ipo.ticket': Record<never, never>
  'ipo.title': Record<never, never>
  'ipo.toLogin': Record<never, never>
  'ipo.toLot': Record<never, never>
  'ipo.toOfferings': Record<never, never>
  'ipo.unit': Record<never, never>
  'ipo.unitsOf': { n: number }
  'ipo.until': { at: number | string }
  'ipo.voidNote': Record<never, never>
  'ipo.voidUnlisted': Record<never, never>
  'ipo.won': Record<never, never>
  'legal.console.auditorSecond': Record<never, never>
  'legal.console.consent': Record<never, never>
  'legal.console.consent.asked': Record<never, never>
  'legal.console.consent.not': Record<never, never>
  'legal.console.document': Record<never, never>
  'legal.console.drafts': Record<never, never>
  'legal.console.empty': Record<never, never>
  'legal.console.figures': { names: number | string }
  'legal.console.from': Record<never, never>
  'legal.console.hash': Record<never, never>
  'legal.console.language': Record<never, never>
  'legal.console.noDrafts': Record<never, never>
  'legal.console.notYet': Record<never, never>
  'legal.console.note': Record<never, never>
  'legal.console.now': Record<never, never>
  'legal.console.prepare': Record<never, never>
  'legal.console.preparedBy': { number: number | string }
  'legal.console.publish': { name: number | string }
  'legal.console.publishAsk': { from: number | string }
  'legal.console.save': Record<never, never>
  'legal.console.state.draft': Record<never, never>
  'legal.console.state.overtaken': Record<never, never>
  'legal.console.state.published': Record<never, never>
  'legal.console.title': Record<never, never>
  'legal.console.upload': Record<never, never>
  'legal.console.version': Record<never, never>
  'legal.fees.figures': { max: number | string; min: number | string; rate: number | string }
  'legal.fees.from': { from: number | string }
  'legal.fees.note': Record<never, never>
  'legal.fees.now': Record<never, never>
  'legal.fees.title': Record<never, never>
  'legal.hash': Record<never, never>
  'legal.list.all': Record<never, never>
  'legal.list.lead': Record<never, never>
  'legal.list.title': Record<never, never>
  'legal.old': Record<never, never>
  'legal.outside.address': Record<never, never>
  'legal.outside.consumers': Record<never, never>
  'legal.outside.exchange': Record<never, never>
  'legal.outside.finmac': Record<never, never>
  'legal.outside.fsa': Record<never, never>
  'legal.outside.lead': Record<never, never>
  'legal.outside.open': Record<never, never>
  'legal.outside.police': Record<never, never>
  'legal.outside.sesc': Record<never, never>
  'legal.outside.taxOffice': Record<never, never>
  'legal.outside.title': Record<never, never>
  'legal.outside.whose': Record<never, never>
  'legal.rejection.DOCUMENT_FIGURE': { lang: number | string; name: number | string }
  'legal.rejection.DOCUMENT_OTHER_TEXT': Record<never, never>
  'legal.rejection.DOCUMENT_SHAPE': { lang: number | string }
  'legal.rejection.DOCUMENT_TEXT': { lang: number | string; longest: number }
  'legal.rejection.DOCUMENT_UNCHANGED': Record<never, never>
  'legal.rejection.DOCUMENT_UNKNOWN': Record<never, never>
  'legal.rejection.DOCUMENT_VERSION': { newest: number }
  'legal.unknown': Record<never, never>
  'legal.version': { from: number | string; version: number | string }
  'legal.versions': Record<never, never>
  'listings.choice.growth': Record<never, never>
  'listings.choice.none': Record<never, never>
  'listings.choice.prime': Record<never, never>
  'listings.choice.shown': Record<never, never>
  'listings.choice.standard': Record<never, never>
  'listings.console.allRight': Record<never, never>
  'listings.console.checks': Record<never, never>
  'listings.console.diff': Record<never, never>
  'listings.console.editor': { kind: number | string }
  'listings.console.empty': Record<never, never>
  'listings.console.frozen': Record<never, never>
  'listings.console.hash': Record<never, never>
  'listings.console.id': Record<never, never>
  'listings.console.kind': Record<never, never>
  'listings.console.missing': Record<never, never>
  'listings.console.new': Record<never, never>
  'listings.console.prepare': Record<never, never>
  'listings.console.prepareConfirm': { id: number | string }
  'listings.console.preview': Record<never, never>
  'listings.console.publish': Record<never, never>
  'listings.console.rowsHint': Record<never, never>
  'listings.console.same': Record<never, never>
  'listings.console.status': Record<never, never>
  'listings.console.status.closed': Record<never, never>
  'listings.console.status.open': Record<never, never>
  'listings.console.status.published': Record<never, never>
  'listings.console.status.void': Record<never, never>
  'listings.console.status.waiting': Record<never, never>
  'listings.console.stillMissing': { n: number }
  'listings.console.takeOver': { id: number | string }
  'listings.console.terms': Record<never, never>
  'listings.console.title': Record<never, never>
  'listings.console.voided': { at: number | string; reason: number | string }
  'listings.console.withdraw': Record<never, never>
  'listings.console.withdrawConfirm': { id: number | string }
  'listings.field.bandHighTenths': Record<never, never>
  'listings.field.bandLowTenths': Record<never, never>
  'listings.field.capYen': Record<never, never>
  'listings.field.closesAt': Record<never, never>
  'listings.field.code': Record<never, never>
  'listings.field.codeSha256': Record<never, never>
  'listings.field.drawOn': Record<never, never>
  'listings.field.edge': Record<never, never>
  'listings.field.endsOn': Record<never, never>
  'listings.field.excessBp': Record<never, never>
  'listings.field.highBp': Record<never, never>
  'listings.field.hitBp': Record<never, never>
  'listings.field.holdDays': Record<never, never>
  'listings.field.issueOn': Record<never, never>
  'listings.field.leadMemberId': Record<never, never>
  'listings.field.leadStakeYen': Record<never, never>
  'listings.field.lowBp': Record<never, never>
  'listings.field.managementPpm': Record<never, never>
  'listings.field.method': Record<never, never>
  'listings.field.minimumYen': Record<never, never>
  'listings.field.names': Record<never, never>
  'listings.field.opensAt': Record<never, never>
  'listings.field.payFrom': Record<never, never>
  'listings.field.payTo': Record<never, never>
  'listings.field.perMemberUnits': Record<never, never>
  'listings.field.performancePpm': Record<never, never>
  'listings.field.picks': Record<never, never>
  'listings.field.previousCloseTenths': Record<never, never>
  'listings.field.priceTenths': Record<never, never>
  'listings.field.profile': Record<never, never>
  'listings.field.publicUnits': Record<never, never>
  'listings.field.referenceTenths': Record<never, never>
  'listings.field.rows': Record<never, never>
  'listings.field.saleOn': Record<never, never>
  'listings.field.sector': Record<never, never>
  'listings.field.segment': Record<never, never>
  'listings.field.sharesOutstanding': Record<never, never>
  'listings.field.stopLossBp': Record<never, never>
  'listings.field.strategy': Record<never, never>
  'listings.field.takeProfitBp': Record<never, never>
  'listings.field.testFrom': Record<never, never>
  'listings.field.testTo': Record<never, never>
  'listings.field.tradeOn': Record<never, never>
  'listings.field.trainFrom': Record<never, never>
  'listings.field.trainTo': Record<never, never>
  'listings.field.trials': Record<never, never>
  'listings.field.units': Record<never, never>
  'listings.field.version': Record<never, never>
  'listings.field.worstBp': Record<never, never>
  'listings.kind.ai-card': Record<never, never>
  'listings.kind.block-sale': Record<never, never>
  'listings.kind.copy-product': Record<never, never>
  'listings.kind.day-inventory': Record<never, never>
  'listings.kind.ipo': Record<never, never>
  'listings.rejection.ABOVE_ISSUE': { shares: number | string }
  'listings.rejection.AMOUNT_TOO_LARGE': { most: number | string }
  'listings.rejection.BAND_REVERSED': Record<never, never>
  'listings.rejection.CARD_DIFFERS': { value: number | string }
  'listings.rejection.CARD_UNMEASURED': Record<never, never>
  'listings.rejection.CLOSES_BEFORE_OPENING': { days: number | string }
  'listings.rejection.CLOSE_DIFFERS': { close: number | string }
  'listings.rejection.CODE_LISTED': { code: number | string }
  'listings.rejection.CODE_UNLISTED': { code: number | string }
  'listings.rejection.DATES_ORDER': { before: number | string }
  'listings.rejection.DISCOUNT_OUTSIDE': { most: number | string }
  'listings.rejection.EDGE_NOT_SHOWN': Record<never, never>
  'listings.rejection.EXIT_OUTSIDE': { most: number | string }
  'listings.rejection.EX_DATE_BETWEEN': { on: number | string }
  'listings.rejection.FEE_TOO_HIGH': { percent: number | string }
  'listings.rejection.FEW_TRIALS': { fewest: number | string }
  'listings.rejection.FEW_UNITS': { fewest: number | string }
  'listings.rejection.FIELD_UNKNOWN': { field: number | string }
  'listings.rejection.FIELD_WRONG': { field: number | string }
  'listings.rejection.INTERVAL_WRONG': Record<never, never>
  'listings.rejection.LEAD_LEVEL': Record<never, never>
  'listings.rejection.LEAD_STAKE': { percent: number | string }
  'listings.rejection.LEAD_UNKNOWN': Record<never, never>
  'listings.rejection.LISTING_DOUBLE': Record<never, never>
  'listings.rejection.LISTING_ID': { example: number | string }
  'listings.rejection.LISTING_KNOWN': Record<never, never>
  'listings.rejection.LISTING_OPENED': Record<never, never>
  'listings.rejection.LISTING_UNKNOWN': Record<never, never>
  'listings.rejection.LISTING_VOID': Record<never, never>
  'listings.rejection.MARKET_REPLAYED': Record<never, never>
  'listings.rejection.MEMBER_ABOVE_ALL': Record<never, never>
  'listings.rejection.MEMBER_TOO_MUCH': { most: number | string }
  'listings.rejection.MINIMUM_ABOVE_CAP': Record<never, never>
  'listings.rejection.NOT_BUSINESS_DAY': { date: number | string }
  'listings.rejection.OPENS_IN_PAST': Record<never, never>
  'listings.rejection.OPENS_TOO_FAR': { days: number | string }
  'listings.rejection.PRICE_OFF_TICK': Record<never, never>
  'listings.rejection.RATE_OUTSIDE': Record<never, never>
  'listings.rejection.ROW_EMPTY': { code: number | string }
  'listings.rejection.ROW_TWICE': { code: number | string }
  'listings.rejection.TEST_NOT_AFTER': Record<never, never>
  'listings.rejection.WINDOW_TOO_LATE': Record<never, never>
  'listings.rejection.WORDS_DEMAND': Record<never, never>
  'loans.amount': Record<never, never>
  'loans.another': Record<never, never>
  'loans.appeal.about': { amount: number }
  'loans.appeal.answerBy': Record<never, never>
  'loans.appeal.filed': Record<never, never>
  'loans.appeal.filedAt': Record<never, never>
  'loans.appeal.note': Record<never, never>
  'loans.appeal.state.open': Record<never, never>
  'loans.appeal.state.overturned': Record<never, never>
  'loans.appeal.state.upheld': Record<never, never>
  'loans.appeal.state.withdrawn': Record<never, never>
  'loans.appeal.title': Record<never, never>
  'loans.appliedAt': Record<never, never>
  'loans.apply': Record<never, never>
  'loans.apply.all': Record<never, never>
  'loans.apply.amount': Record<never, never>
  'loans.apply.amountRequired': Record<never, never>
  'loans.apply.amountRule': { least: number | string; most: number | string }
  'loans.apply.back': Record<never, never>
  'loans.apply.check': Record<never, never>
  'loans.apply.closed': Record<never, never>
  'loans.apply.closedNote': Record<never, never>
  'loans.apply.next': Record<never, never>
  'loans.apply.previous': Record<never, never>
  'loans.apply.sent': Record<never, never>
  'loans.apply.step.amount': Record<never, never>
  'loans.apply.step.confirm': Record<never, never>
  'loans.apply.step.details': Record<never, never>
  'loans.apply.steps': Record<never, never>
  'loans.apply.submit': { amount: number | string }
  'loans.apply.title': Record<never, never>
  'loans.apply.whatNext': Record<never, never>
  'loans.applyAgain': Record<never, never>
  'loans.cancel.done': Record<never, never>
  'loans.cancel.ok': Record<never, never>
  'loans.cancel.title': Record<never, never>
  'loans.console.approve': Record<never, never>
  'loans.console.asked': Record<never, never>
  'loans.console.check.frozen': Record<never, never>
  'loans.console.check.means': Record<never, never>
  'loans.console.check.name': Record<never, never>
  'loans.console.check.number': Record<never, never>
  'loans.console.check.record': Record<never, never>
  'loans.console.check.shortfall': Record<never, never>
  'loans.console.check.total': Record<never, never>
  'loans.console.checks': Record<never, never>
  'loans.console.col.amount': Record<never, never>
  'loans.console.col.applied': Record<never, never>
  'loans.console.col.member': Record<never, never>
  'loans.console.col.number': Record<never, never>
  'loans.console.col.person': Record<never, never>
  'loans.console.col.principal': Record<never, never>
  'loans.console.col.rate': Record<never, never>
  'loans.console.col.room': Record<never, never>
  'loans.console.col.state': Record<never, never>
  'loans.console.confirmApprove': { money: number | string; number: number | string }
  'loans.console.confirmRefuse': { money: number | string }
  'loans.console.differs': Record<never, never>
  'loans.console.empty': Record<never, never>
  'loans.console.entered': Record<never, never>
  'loans.console.figures': Record<never, never>
  'loans.console.income': Record<never, never>
  'loans.console.lent': Record<never, never>
  'loans.console.means': Record<never, never>
  'loans.console.note': Record<never, never>
  'loans.console.number': { number: number | string }
  'loans.console.read': Record<never, never>
  'loans.console.reason': Record<never, never>
  'loans.console.refuse': Record<never, never>
  'loans.console.same': Record<never, never>
  'loans.console.scoreNote': Record<never, never>
  'loans.console.shares': Record<never, never>
  'loans.console.signed': { all: number | string; done: number | string }
  'loans.console.title': Record<never, never>
  'loans.console.verifiedName': Record<never, never>
  'loans.console.view.decided': Record<never, never>
  'loans.console.view.open': Record<never, never>
  'loans.console.view.review': Record<never, never>
  'loans.cost.day': Record<never, never>
  'loans.cost.month': Record<never, never>
  'loans.cost.rate': Record<never, never>
  'loans.cost.title': Record<never, never>
  'loans.cost.year': Record<never, never>
  'loans.desk.overturned': Record<never, never>
  'loans.desk.upheld': Record<never, never>
  'loans.endedAt': Record<never, never>
  'loans.form.address': Record<never, never>
  'loans.form.contact': Record<never, never>
  'loans.form.contactRule': Record<never, never>
  'loans.form.email': Record<never, never>
  'loans.form.idNumber': Record<never, never>
  'loans.form.idRule': Record<never, never>
  'loans.form.name': Record<never, never>
  'loans.form.nameRule': Record<never, never>
  'loans.form.note': Record<never, never>
  'loans.form.title': Record<never, never>
  'loans.guest': Record<never, never>
  'loans.guestNote': { least: number | string; most: number | string }
  'loans.interest': Record<never, never>
  'loans.lentAt': Record<never, never>
  'loans.list': Record<never, never>
  'loans.log': Record<never, never>
  'loans.login': Record<never, never>
  'loans.means.income': { income: number | string }
  'loans.means.limit': Record<never, never>
  'loans.means.noProfile': Record<never, never>
  'loans.means.note': { least: number | string; together: number | string }
  'loans.means.owed': Record<never, never>
  'loans.means.profile': Record<never, never>
  'loans.means.secured': Record<never, never>
  'loans.means.shares': { shares: number | string }
  'loans.means.third': Record<never, never>
  'loans.means.title': Record<never, never>
  'loans.means.tooLittle': { least: number | string }
  'loans.next.interest': Record<never, never>
  'loans.next.paid': Record<never, never>
  'loans.next.review': Record<never, never>
  'loans.next.title': Record<never, never>
  'loans.nextCharge': { amount: number | string; day: number | string }
  'loans.nothingOwed': Record<never, never>
  'loans.number': Record<never, never>
  'loans.numberAt': { at: number | string; number: number | string }
  'loans.owed': Record<never, never>
  'loans.owedNow': Record<never, never>
  'loans.paidInterest': Record<never, never>
  'loans.plan.in': { months: number | string }
  'loans.plan.interest': Record<never, never>
  'loans.plan.monthly': Record<never, never>
  'loans.plan.months': Record<never, never>
  'loans.plan.note': Record<never, never>
  'loans.plan.title': Record<never, never>
  'loans.principal': Record<never, never>
  'loans.rates.below': { amount: number | string }
  'loans.rates.from': { amount: number | string }
  'loans.rates.note': Record<never, never>
  'loans.rates.title': Record<never, never>
  'loans.refused.note': Record<never, never>
  'loans.refused.reason': { reason: string }
  'loans.refused.title': Record<never, never>
  'loans.rejection.ACCOUNT_CLOSING': Record<never, never>
  'loans.rejection.ACCOUNT_FROZEN': Record<never, never>
  'loans.rejection.APPEALED_ALREADY': Record<never, never>
  'loans.rejection.APPEAL_DECIDED': Record<never, never>
  'loans.rejection.APPEAL_TEXT': { least: number; most: number }
  'loans.rejection.LOAN_ADDRESS_REQUIRED': Record<never, never>
  'loans.rejection.LOAN_CONTACT_FORMAT': Record<never, never>
  'loans.rejection.LOAN_CONTACT_REQUIRED': Record<never, never>
  'loans.rejection.LOAN_DECIDED': Record<never, never>
  'loans.rejection.LOAN_EMAIL_FORMAT': Record<never, never>
  'loans.rejection.LOAN_EMAIL_REQUIRED': Record<never, never>
  'loans.rejection.LOAN_IDENTITY_NEEDED': Record<never, never>
  'loans.rejection.LOAN_ID_DIFFERS': Record<never, never>
  'loans.rejection.LOAN_ID_REQUIRED': Record<never, never>
  'loans.rejection.LOAN_MAXIMUM': { maximum: number }
  'loans.rejection.LOAN_MINIMUM': { minimum: number }
  'loans.rejection.LOAN_NAME_DIFFERS': Record<never, never>
  'loans.rejection.LOAN_NAME_REQUIRED': Record<never, never>
  'loans.rejection.LOAN_NOT_FOUND': Record<never, never>
  'loans.rejection.LOAN_NOT_OPEN': Record<never, never>
  'loans.rejection.LOAN_NOT_REFUSED': Record<never, never>
  'loans.rejection.LOAN_PENDING': Record<never, never>
  'loans.rejection.LOAN_TOTAL': { most: number }
  'loans.rejection.LOAN_UNAFFORDABLE': { most: number }
  'loans.rejection.REPAY_TOO_MUCH': { owed: number }
  'loans.rejection.REPAY_UNCOVERED': { most: number }
  'loans.repaidOf': { repaid: number | string }
  'loans.repay.all': { amount: number | string }
  'loans.repay.amount': Record<never, never>
  'loans.repay.amountRequired': Record<never, never>
  'loans.repay.confirmTitle': Record<never, never>
  'loans.repay.done': Record<never, never>
  'loans.repay.free': { free: number | string }
  'loans.repay.interest': Record<never, never>
  'loans.repay.left': Record<never, never>
  'loans.repay.note': Record<never, never>
  'loans.repay.onlyInterest': Record<never, never>
  'loans.repay.principal': Record<never, never>
  'loans.repay.submit': { amount: number | string }
  'loans.repay.submitEmpty': Record<never, never>
  'loans.repay.title': Record<never, never>
  'loans.risk.cost': Record<never, never>
  'loans.risk.cover': Record<never, never>
  'loans.risk.debt': Record<never, never>
  'loans.risk.free': Record<never, never>
  'loans.risk.short': Record<never, never>
  'loans.risk.title': Record<never, never>
  'loans.schedule.days': { days: number }
  'loans.schedule.more': Record<never, never>
  'loans.schedule.note': Record<never, never>
  'loans.schedule.title': Record<never, never>
  'loans.score.fact.calls': { count: number }
  'loans.score.fact.history': { days: number }
  'loans.score.fact.openCall': Record<never, never>
  'loans.score.fact.openShortfall': Record<never, never>
  'loans.score.fact.repayments': { late: number | string; onTime: number | string }
  'loans.score.fact.shortfalls': { count: number }
  'loans.score.fact.unverified': Record<never, never>
  'loans.score.fact.verified': Record<never, never>
  'loans.score.item.calls': Record<never, never>
  'loans.score.item.history': Record<never, never>
  'loans.score.item.identity': Record<never, never>
  'loans.score.item.repayments': Record<never, never>
  'loans.score.item.shortfalls': Record<never, never>
  'loans.score.note': Record<never, never>
  'loans.score.of': { most: number | string; score: number | string }
  'loans.score.record': Record<never, never>
  'loans.score.rule.calls': { days: number | string; most: number | string; openCall: number | string; unmetCall: number | string }
  'loans.score.rule.history': { days: number | string; most: number | string }
  'loans.score.rule.identity': { most: number | string }
  'loans.score.rule.repayments': { late: number | string; most: number | string; onTime: number | string }
  'loans.score.rule.shortfalls': { days: number | string; most: number | string; openShortfall: number | string; shortfallDay: number | string }
  'loans.score.title': Record<never, never>
  'loans.state.cancelled': Record<never, never>
  'loans.state.open': Record<never, never>
  'loans.state.pending': Record<never, never>
  'loans.state.refused': Record<never, never>
  'loans.state.repaid': Record<never, never>
  'loans.statement.interest': Record<never, never>
  'loans.statement.left': { principal: number | string }
  'loans.statement.lent': Record<never, never>
  'loans.statement.repaid': Record<never, never>
  'loans.statement.title': Record<never, never>
  'loans.title': Record<never, never>
  'loans.verify': Record<never, never>
  'loans.years.interest': Record<never, never>
  'loans.years.lent': Record<never, never>
  'loans.years.note': Record<never, never>
  'loans.years.repaid': Record<never, never>
  'loans.years.title': Record<never, never>
  'loans.years.year': Record<never, never>
  'market.board.buyAt': { price: number | string }
  'market.board.buySize': Record<never, never>
  'market.board.cannotLoad': Record<never, never>
  'market.board.empty': Record<never, never>
  'market.board.hint': Record<never, never>
  'market.board.market': { size: number | string }
  'market.board.over': { size: number | string }
  'market.board.price': Record<never, never>
  'market.board.sellAt': { price: number | string }
  'market.board.sellSize': Record<never, never>
  'market.board.spread': { spread: number | string }
  'market.board.under': { size: number | string }
  'market.chart.15m': Record<never, never>
  'market.chart.1M': Record<never, never>
  'market.chart.1d': Record<never, never>
  'market.chart.1m': Record<never, never>
  'market.chart.1w': Record<never, never>
  'market.chart.30m': Record<never, never>
  'market.chart.45m': Record<never, never>
  'market.chart.5m': Record<never, never>
  'market.chart.7m': Record<never, never>
  'market.chart.average.1M': { count: number }
  'market.chart.average.1d': { count: number }
  'market.chart.average.1w': { count: number }
  'market.chart.average.minutes': { count: number }
  'market.chart.bar': { close: number | string; high: number | string; low: number | string; open: number | string; time: number | string; volume: number | string }
  'market.chart.cannotLoad': Record<never, never>
  'market.chart.close': Record<never, never>
  'market.chart.fillBuy': { quantity: number | string }
  'market.chart.fillSell': { quantity: number | string }
  'market.chart.interval': Record<never, never>
  'market.chart.line': Record<never, never>
  'market.chart.minutes': Record<never, never>
  'market.chart.more': { chosen: number | string }
  'market.chart.noBars': Record<never, never>
  'market.chart.previousClose': Record<never, never>
  'market.chart.source.interpolated': Record<never, never>
  'market.chart.source.model': Record<never, never>
  'market.chart.table': Record<never, never>
  'market.chart.tableClose': Record<never, never>
  'market.chart.time': Record<never, never>
  'market.chart.title': Record<never, never>
  'market.chart.walk': Record<never, never>
  'market.company.cap': Record<never, never>
  'market.company.code': Record<never, never>
  'market.company.dividend': Record<never, never>
  'market.company.eps': Record<never, never>
  'market.company.kind': Record<never, never>
  'market.company.kind.etf': Record<never, never>
  'market.company.kind.stock': Record<never, never>
  'market.company.limits': Record<never, never>
  'market.company.limitsRange': { high: number | string; low: number | string }
  'market.company.loss': Record<never, never>
  'market.company.lot': Record<never, never>
  'market.company.per': Record<never, never>
  'market.company.perNote': Record<never, never>
  'market.company.perShare': { yen: number | string }
  'market.company.previousClose': Record<never, never>
  'market.company.sector': Record<never, never>
  'market.company.shares': Record<never, never>
  'market.company.tick': Record<never, never>
  'market.company.tick.one-unit': Record<never, never>
  'market.company.tick.other': Record<never, never>
  'market.company.tick.topix500': Record<never, never>
  'market.company.unit': Record<never, never>
  'market.company.unknown': Record<never, never>
  'market.company.yield': Record<never, never>
  'market.company.yieldNote': Record<never, never>
  'market.console.age': Record<never, never>
  'market.console.ask': Record<never, never>
  'market.console.bid': Record<never, never>
  'market.console.change': Record<never, never>
  'market.console.code': Record<never, never>
  'market.console.empty': Record<never, never>
  'market.console.faultyDays': { n: number }
  'market.console.feed': Record<never, never>
  'market.console.files': Record<never, never>
  'market.console.filesSound': Record<never, never>
  'market.console.halt': Record<never, never>
  'market.console.haltConfirm': { name: number | string }
  'market.console.halted': Record<never, never>
  'market.console.haltedSince': { at: number | string; reason: number | string }
  'market.console.lag': Record<never, never>
  'market.console.last': Record<never, never>
  'market.console.name': Record<never, never>
  'market.console.newest': Record<never, never>
  'market.console.phase': Record<never, never>
  'market.console.refusedRows': { n: number }
  'market.console.replay': Record<never, never>
  'market.console.resume': Record<never, never>
  'market.console.resumeConfirm': { name: number | string }
  'market.console.row': { file: string; line: number | string }
  'market.console.seconds': { n: number | string }
  'market.console.silent': Record<never, never>
  'market.console.simulated': Record<never, never>
  'market.console.special': Record<never, never>
  'market.console.spread': Record<never, never>
  'market.console.spreadMedian': Record<never, never>
  'market.console.state': Record<never, never>
  'market.console.state.closed': Record<never, never>
  'market.console.state.halted': Record<never, never>
  'market.console.state.limit': Record<never, never>
  'market.console.state.pre-open': Record<never, never>
  'market.console.state.sequential': Record<never, never>
  'market.console.state.special': Record<never, never>
  'market.console.state.trading': Record<never, never>
  'market.console.title': Record<never, never>
  'market.console.turnover': Record<never, never>
  'market.console.volume': Record<never, never>
  'market.console.whole': Record<never, never>
  'market.defect.date': { value: number | string }
  'market.defect.date-outside': { first: number | string; second: number | string; value: number | string }
  'market.defect.date-twice': { value: number | string }
  'market.defect.dividend': { value: number | string }
  'market.defect.dividend-zero': Record<never, never>
  'market.defect.high-below': { first: number | string; second: number | string; value: number | string }
  'market.defect.high-below-low': { first: number | string; value: number | string }
  'market.defect.issue-code': { value: number | string }
  'market.defect.listed-twice': Record<never, never>
  'market.defect.low-above': { first: number | string; second: number | string; value: number | string }
  'market.defect.nameless': Record<never, never>
  'market.defect.nothing': Record<never, never>
  'market.defect.pay-date': { first: number | string; value: number | string }
  'market.defect.price': { value: number | string }
  'market.defect.price-above': { first: number | string }
  'market.defect.price-below': Record<never, never>
  'market.defect.price-zero': Record<never, never>
  'market.defect.range': { first: number | string; value: number | string }
  'market.defect.sector': { value: number | string }
  'market.defect.split': { first: number | string; value: number | string }
  'market.defect.trading-day': { value: number | string }
  'market.defect.turnover-above': { first: number | string }
  'market.defect.unit': { value: number | string }
  'market.defect.volume': { value: number | string }
  'market.defect.volume-above': { first: number | string; value: number | string }
  'market.defect.volume-absurd': { first: number | string; value: number | string }
  'market.defect.volume-none': Record<never, never>
  'market.fault.beyond-limits': Record<never, never>
  'market.fault.off-grid': Record<never, never>
  'market.fault.title': Record<never, never>
  'market.halt.issue': { time: number | string }
  'market.halt.market': { time: number | string }
  'market.halt.note': { reason: number | string }
  'market.halt.reason.disorderly': Record<never, never>
  'market.halt.reason.feed': Record<never, never>
  'market.halt.reason.system': Record<never, never>
  'market.index.all': Record<never, never>
  'market.index.large': Record<never, never>
  'market.index.small': Record<never, never>
  'market.line.firstDay': Record<never, never>
  'market.line.halted': Record<never, never>
  'market.line.last.buy': { price: number | string }
  'market.line.last.sell': { price: number | string }
  'market.line.limit': Record<never, never>
  'market.line.limit.buy': { price: number | string }
  'market.line.limit.sell': { price: number | string }
  'market.line.pre-closing': { clock: number | string }
  'market.line.pre-open': { clock: number | string }
  'market.line.sequential.buy': { price: number | string; time: number | string }
  'market.line.sequential.sell': { price: number | string; time: number | string }
  'market.line.shortRestricted': Record<never, never>
  'market.line.special.buy': { price: number | string; time: number | string }
  'market.line.special.sell': { price: number | string; time: number | string }
  'market.line.stale': { time: number | string }
  'market.mark.limit': Record<never, never>
  'market.mark.pre-open': Record<never, never>
  'market.mark.sequential': Record<never, never>
  'market.mark.special': Record<never, never>
  'market.market.area': Record<never, never>
  'market.market.areaEqual': Record<never, never>
  'market.market.breadth': { down: number; same: number; up: number }
  'market.market.cannotLoad': Record<never, never>
  'market.market.columnCap': Record<never, never>
  'market.market.columnChange': Record<never, never>
  'market.market.columnPrice': Record<never, never>
  'market.market.columnStock': Record<never, never>
  'market.market.columnTurnover': Record<never, never>
  'market.market.columnVolume': Record<never, never>
  'market.market.columnYield': Record<never, never>
  'market.market.everySector': Record<never, never>
  'market.market.noStocks': Record<never, never>
  'market.market.ranking': Record<never, never>
  'market.market.search': Record<never, never>
  'market.market.sectorCell': { change: number | string; name: number | string }
  'market.market.sectors': Record<never, never>
  'market.market.sortBy': Record<never, never>
  'market.market.title': Record<never, never>
  'market.market.views': Record<never, never>
  'market.notOffered.nisa': Record<never, never>
  'market.notOffered.oddLots': Record<never, never>
  'market.notOffered.pts': Record<never, never>
  'market.notOffered.where': Record<never, never>
  'market.phase.closed': Record<never, never>
  'market.phase.continuous': Record<never, never>
  'market.phase.lunch': Record<never, never>
  'market.phase.pre-closing': Record<never, never>
  'market.phase.pre-open': Record<never, never>
  'market.phaseUntil': { phase: number | string; time: number | string }
  'market.rejection.HALTED_ALREADY': Record<never, never>
  'market.rejection.HALT_ANOTHER': Record<never, never>
  'market.rejection.ISSUE_UNKNOWN': { code: number | string }
  'market.rejection.NOT_HALTED': Record<never, never>
  'market.results.forecast': { fiscal: number | string }
  'market.results.next': { date: number | string; fiscal: number | string; quarter: string }
  'market.results.none': Record<never, never>
  'market.results.operating': Record<never, never>
  'market.results.profit': Record<never, never>
  'market.results.published': { date: number | string; period: number | string }
  'market.results.sales': Record<never, never>
  'market.results.soFar': { fiscal: number | string; quarter: string }
  'market.results.title': Record<never, never>
  'market.screen.act': Record<never, never>
  'market.screen.apply': Record<never, never>
  'market.screen.basis': Record<never, never>
  'market.screen.bound.capFrom': { value: number | string }
  'market.screen.bound.capTo': { value: number | string }
  'market.screen.bound.changeFrom': { value: number | string }
  'market.screen.bound.changeTo': { value: number | string }
  'market.screen.bound.lotTo': { value: number | string }
  'market.screen.bound.perFrom': { value: number | string }
  'market.screen.bound.perTo': { value: number | string }
  'market.screen.bound.priceFrom': { value: number | string }
  'market.screen.bound.priceTo': { value: number | string }
  'market.screen.bound.turnoverFrom': { value: number | string }
  'market.screen.bound.volumeFrom': { value: number | string }
  'market.screen.bound.yieldFrom': { value: number | string }
  'market.screen.bound.yieldTo': { value: number | string }
  'market.screen.calendar': Record<never, never>
  'market.screen.change': Record<never, never>
  'market.screen.clear': Record<never, never>
  'market.screen.conditions': Record<never, never>
  'market.screen.everyKind': Record<never, never>
  'market.screen.example.rising': Record<never, never>
  'market.screen.example.small': Record<never, never>
  'market.screen.example.value': Record<never, never>
  'market.screen.example.yield': Record<never, never>
  'market.screen.examples': Record<never, never>
  'market.screen.figure.cap': Record<never, never>
  'market.screen.figure.change': Record<never, never>
  'market.screen.figure.lot': Record<never, never>
  'market.screen.figure.per': Record<never, never>
  'market.screen.figure.price': Record<never, never>
  'market.screen.figure.turnover': Record<never, never>
  'market.screen.figure.volume': Record<never, never>
  'market.screen.figure.yield': Record<never, never>
  'market.screen.found': Record<never, never>
  'market.screen.from': Record<never, never>
  'market.screen.kept': Record<never, never>
  'market.screen.lead': Record<never, never>
  'market.screen.name': Record<never, never>
  'market.screen.none': Record<never, never>
  'market.screen.notNumber': Record<never, never>
  'market.screen.nothing': Record<never, never>
  'market.screen.nothingNote': Record<never, never>
  'market.screen.removeBody': { name: number | string }
  'market.screen.removeOf': { name: number | string }
  'market.screen.removeTitle': Record<never, never>
  'market.screen.save': Record<never, never>
  'market.screen.saved': { name: number | string }
  'market.screen.takeOff': { name: number | string }
  'market.screen.title': Record<never, never>
  'market.screen.to': Record<never, never>
  'market.screen.total': { count: number }
  'market.search.active': Record<never, never>
  'market.search.clear': Record<never, never>
  'market.search.clearBody': { count: number }
  'market.search.clearTitle': Record<never, never>
  'market.search.field': Record<never, never>
  'market.search.forget': { text: number | string }
  'market.search.found': { count: number }
  'market.search.foundMany': { count: number }
  'market.search.history': Record<never, never>
  'market.search.how': Record<never, never>
  'market.search.howCode': Record<never, never>
  'market.search.howReading': Record<never, never>
  'market.search.howReadingExample': Record<never, never>
  'market.search.howSector': Record<never, never>
  'market.search.howSectorExample': Record<never, never>
  'market.search.nothing': { query: number | string }
  'market.search.nothingNote': Record<never, never>
  'market.search.title': Record<never, never>
  'market.sector.automobiles': Record<never, never>
  'market.sector.banks': Record<never, never>
  'market.sector.construction': Record<never, never>
  'market.sector.electronics': Record<never, never>
  'market.sector.energy': Record<never, never>
  'market.sector.etf': Record<never, never>
  'market.sector.financials': Record<never, never>
  'market.sector.foods': Record<never, never>
  'market.sector.it-services': Record<never, never>
  'market.sector.machinery': Record<never, never>
  'market.sector.materials': Record<never, never>
  'market.sector.metals': Record<never, never>
  'market.sector.pharma': Record<never, never>
  'market.sector.real-estate': Record<never, never>
  'market.sector.retail': Record<never, never>
  'market.sector.trading': Record<never, never>
  'market.sector.transport': Record<never, never>
  'market.sector.utilities': Record<never, never>
  'market.sort.cap': Record<never, never>
  'market.sort.gainers': Record<never, never>
  'market.sort.losers': Record<never, never>
  'market.sort.per': Record<never, never>
  'market.sort.turnover': Record<never, never>
  'market.sort.volume': Record<never, never>
  'market.sort.yield': Record<never, never>
  'market.state.closed': Record<never, never>
  'market.state.halted': Record<never, never>
  'market.state.limit': Record<never, never>
  'market.state.pre-open': Record<never, never>
  'market.state.sequential': Record<never, never>
  'market.state.special': Record<never, never>
  'market.state.trading': Record<never, never>
  'market.stock.actBuy': Record<never, never>
  'market.stock.actSell': Record<never, never>
  'market.stock.alert': Record<never, never>
  'market.stock.ask': Record<never, never>
  'market.stock.bid': Record<never, never>
  'market.stock.board': Record<never, never>
  'market.stock.buy': Record<never, never>
  'market.stock.buyBack': Record<never, never>
  'market.stock.cannotLoad': Record<never, never>
  'market.stock.company': Record<never, never>
  'market.stock.find': Record<never, never>
  'market.stock.header': { name: number | string }
  'market.stock.high': Record<never, never>
  'market.stock.low': Record<never, never>
  'market.stock.news': Record<never, never>
  'market.stock.none': Record<never, never>
  'market.stock.noneNote': Record<never, never>
  'market.stock.open': Record<never, never>
  'market.stock.position': Record<never, never>
  'market.stock.search': Record<never, never>
  'market.stock.sellHeld': Record<never, never>
  'market.stock.sellShort': Record<never, never>
  'market.stock.tabs': Record<never, never>
  'market.stock.tape': Record<never, never>
  'market.stock.title': Record<never, never>
  'market.stock.turnover': Record<never, never>
  'market.stock.volume': Record<never, never>
  'market.stock.vwap': Record<never, never>
  'market.tape.auction': Record<never, never>
  'market.tape.buy': Record<never, never>
  'market.tape.cannotLoad': Record<never, never>
  'market.tape.empty': Record<never, never>
  'market.tape.price': Record<never, never>
  'market.tape.quantity': Record<never, never>
  'market.tape.sell': Record<never, never>
  'market.tape.time': Record<never, never>
  'market.times': { value: number | string }
  'market.view.favourites': Record<never, never>
  'market.view.ipo': Record<never, never>
  'market.view.overview': Record<never, never>
  'market.view.ranking': Record<never, never>
  'market.view.screener': Record<never, never>
  'members.account.agree': Record<never, never>
  'members.account.agreeBody': { count: number }
  'members.account.agreed': { at: number | string; version: number }
  'members.account.changed': { count: number }
  'members.account.changedNote': Record<never, never>
  'members.account.documents': Record<never, never>
  'members.account.done': Record<never, never>
  'members.account.identity.none': Record<never, never>
  'members.account.identity.passed': Record<never, never>
  'members.account.identity.rejected': Record<never, never>
  'members.account.identity.review': Record<never, never>
  'members.account.margin': Record<never, never>
  'members.account.notAgreed': { version: number }
  'members.account.notOffered': Record<never, never>
  'members.account.profile': Record<never, never>
  'members.account.tax': Record<never, never>
  'members.account.title': Record<never, never>
  'members.account.todo': Record<never, never>
  'members.acts.noView': Record<never, never>
  'members.acts.side': { side: number | string; what: number | string }
  'members.acts.title': Record<never, never>
  'members.appeal.answerBy': Record<never, never>
  'members.appeal.button': Record<never, never>
  'members.appeal.label': Record<never, never>
  'members.appeal.note': Record<never, never>
  'members.appeal.overturned': Record<never, never>
  'members.appeal.rule': Record<never, never>
  'members.appeal.send': Record<never, never>
  'members.appeal.sent': Record<never, never>
  'members.appeal.status.open': Record<never, never>
  'members.appeal.status.overturned': Record<never, never>
  'members.appeal.status.upheld': Record<never, never>
  'members.appeal.status.withdrawn': Record<never, never>
  'members.appeal.title': Record<never, never>
  'members.appeal.upheld': Record<never, never>
  'members.appeal.yours': Record<never, never>
  'members.console.accept': Record<never, never>
  'members.console.acceptedNow': { side: number | string }
  'members.console.again': Record<never, never>
  'members.console.age': Record<never, never>
  'members.console.back': Record<never, never>
  'members.console.byEye': Record<never, never>
  'members.console.case': Record<never, never>
  'members.console.checkHolds': Record<never, never>
  'members.console.differs': Record<never, never>
  'members.console.empty': Record<never, never>
  'members.console.eye': Record<never, never>
  'members.console.file': { height: number; width: number }
  'members.console.first': Record<never, never>
  'members.console.form': Record<never, never>
  'members.console.front': Record<never, never>
  'members.console.item': Record<never, never>
  'members.console.judge': Record<never, never>
  'members.console.judgeNote': Record<never, never>
  'members.console.kana': Record<never, never>
  'members.console.key.back': Record<never, never>
  'members.console.key.front': Record<never, never>
  'members.console.key.move': Record<never, never>
  'members.console.key.pass': Record<never, never>
  'members.console.key.rotate': Record<never, never>
  'members.console.key.zoom': Record<never, never>
  'members.console.known': Record<never, never>
  'members.console.linkLeft': { seconds: number }
  'members.console.look': Record<never, never>
  'members.console.lookNote': Record<never, never>
  'members.console.match': Record<never, never>
  'members.console.matches': Record<never, never>
  'members.console.member': { number: number | string }
  'members.console.name': Record<never, never>
  'members.console.none': Record<never, never>
  'members.console.noneToday': Record<never, never>
  'members.console.notSeen': { side: number | string }
  'members.console.number': Record<never, never>
  'members.console.pass': Record<never, never>
  'members.console.past': Record<never, never>
  'members.console.reasonFirst': Record<never, never>
  'members.console.reasons': Record<never, never>
  'members.console.recorded': Record<never, never>
  'members.console.reject': Record<never, never>
  'members.console.rejectedNow': { side: number | string }
  'members.console.sameFile': Record<never, never>
  'members.console.side.accepted': Record<never, never>
  'members.console.side.none': Record<never, never>
  'members.console.side.rejected': Record<never, never>
  'members.console.side.sent': Record<never, never>
  'members.console.simulated': Record<never, never>
  'members.console.times': { n: number }
  'members.console.title': Record<never, never>
  'members.console.today': { decided: number; median: number | string; rejected: number }
  'members.console.twins': Record<never, never>
  'members.console.twinsFound': { n: number }
  'members.console.type': Record<never, never>
  'members.console.typed': Record<never, never>
  'members.console.yes': Record<never, never>
  'members.identity.agree': Record<never, never>
  'members.identity.agreeFirst': Record<never, never>
  'members.identity.back': Record<never, never>
  'members.identity.backPassport': Record<never, never>
  'members.identity.by': { at: number | string; who: number | string }
  'members.identity.check': Record<never, never>
  'members.identity.desk': Record<never, never>
  'members.identity.encrypted': Record<never, never>
  'members.identity.front': Record<never, never>
  'members.identity.frontPassport': Record<never, never>
  'members.identity.kana': Record<never, never>
  'members.identity.kanaRule': Record<never, never>
  'members.identity.logged': Record<never, never>
  'members.identity.name': Record<never, never>
  'members.identity.next': Record<never, never>
  'members.identity.noMyNumber': Record<never, never>
  'members.identity.number': Record<never, never>
  'members.identity.numberRule': { example: number | string }
  'members.identity.passed.level': Record<never, never>
  'members.identity.passed.note': Record<never, never>
  'members.identity.passed.title': Record<never, never>
  'members.identity.pictureCheck': Record<never, never>
  'members.identity.pictureRule': Record<never, never>
  'members.identity.previous': Record<never, never>
  'members.identity.rejected.back': Record<never, never>
  'members.identity.rejected.both': Record<never, never>
  'members.identity.rejected.details': Record<never, never>
  'members.identity.rejected.front': Record<never, never>
  'members.identity.rejected.keep': { side: string }
  'members.identity.review.desk': Record<never, never>
  'members.identity.review.note': Record<never, never>
  'members.identity.review.title': Record<never, never>
  'members.identity.reviewer': Record<never, never>
  'members.identity.sampleMark': Record<never, never>
  'members.identity.sent': Record<never, never>
  'members.identity.side.accepted': Record<never, never>
  'members.identity.side.draft': Record<never, never>
  'members.identity.side.rejected': Record<never, never>
  'members.identity.side.sent': Record<never, never>
  'members.identity.simulated': Record<never, never>
  'members.identity.simulatedNote': Record<never, never>
  'members.identity.step.confirm': Record<never, never>
  'members.identity.step.document': Record<never, never>
  'members.identity.step.name': Record<never, never>
  'members.identity.steps': Record<never, never>
  'members.identity.submit': Record<never, never>
  'members.identity.submitBack': Record<never, never>
  'members.identity.submitFront': Record<never, never>
  'members.identity.title': Record<never, never>
  'members.identity.type': Record<never, never>
  'members.identity.type.licence': Record<never, never>
  'members.identity.type.passport': Record<never, never>
  'members.identity.type.residence-card': Record<never, never>
  'members.identity.useSample': Record<never, never>
  'members.identity.useUnreadable': Record<never, never>
  'members.identity.version': { version: number }
  'members.level.column.level': Record<never, never>
  'members.level.column.leverage': Record<never, never>
  'members.level.column.lots': Record<never, never>
  'members.level.column.order': Record<never, never>
  'members.level.have.callDays': { have: number }
  'members.level.have.callOpen': Record<never, never>
  'members.level.have.days': { have: number }
  'members.level.have.daysLeft': { left: number }
  'members.level.have.done': Record<never, never>
  'members.level.have.none': Record<never, never>
  'members.level.have.todo': Record<never, never>
  'members.level.heading': { level: number | string }
  'members.level.highest': Record<never, never>
  'members.level.ipo': Record<never, never>
  'members.level.met': Record<never, never>
  'members.level.missing': { count: number; level: number | string }
  'members.level.next': { level: number | string; leverage: number | string }
  'members.level.products.follow': Record<never, never>
  'members.level.products.lead': Record<never, never>
  'members.level.products.none': Record<never, never>
  'members.level.products.note': Record<never, never>
  'members.level.products.title': Record<never, never>
  'members.level.ready': { level: number | string }
  'members.level.req.calls': { need: number }
  'members.level.req.days': { need: number }
  'members.level.req.equity': { need: number }
  'members.level.req.identity': Record<never, never>
  'members.level.req.quiz': Record<never, never>
  'members.level.review': { at: number | string }
  'members.level.title': Record<never, never>
  'members.level.toIdentity': Record<never, never>
  'members.level.toQuiz': Record<never, never>
  'members.level.unlocks': Record<never, never>
  'members.level.unmet': Record<never, never>
  'members.level.you': Record<never, never>
  'members.notOffered.nisa': Record<never, never>
  'members.notOffered.no': Record<never, never>
  'members.notOffered.oddLots': Record<never, never>
  'members.notOffered.pts': Record<never, never>
  'members.profile.assets': Record<never, never>
  'members.profile.assets.over-3000': Record<never, never>
  'members.profile.assets.under-100': Record<never, never>
  'members.profile.assets.under-1000': Record<never, never>
  'members.profile.assets.under-3000': Record<never, never>
  'members.profile.assets.under-500': Record<never, never>
  'members.profile.choose': Record<never, never>
  'members.profile.experience': Record<never, never>
  'members.profile.experience.none': Record<never, never>
  'members.profile.experience.over-5': Record<never, never>
  'members.profile.experience.under-1': Record<never, never>
  'members.profile.experience.under-3': Record<never, never>
  'members.profile.experience.under-5': Record<never, never>
  'members.profile.income': Record<never, never>
  'members.profile.income.over-2000': Record<never, never>
  'members.profile.income.under-1000': Record<never, never>
  'members.profile.income.under-2000': Record<never, never>
  'members.profile.income.under-300': Record<never, never>
  'members.profile.income.under-500': Record<never, never>
  'members.profile.insider': Record<never, never>
  'members.profile.insiderCode': Record<never, never>
  'members.profile.insiderLead': Record<never, never>
  'members.profile.insiderTie': Record<never, never>
  'members.profile.insiderTie.employee': Record<never, never>
  'members.profile.insiderTie.family': Record<never, never>
  'members.profile.insiderTie.none': Record<never, never>
  'members.profile.insiderTie.officer': Record<never, never>
  'members.profile.insiderTie.shareholder': Record<never, never>
  'members.profile.lead': Record<never, never>
  'members.profile.occupation': Record<never, never>
  'members.profile.occupation.employee': Record<never, never>
  'members.profile.occupation.homemaker': Record<never, never>
  'members.profile.occupation.officer': Record<never, never>
  'members.profile.occupation.other': Record<never, never>
  'members.profile.occupation.public': Record<never, never>
  'members.profile.occupation.retired': Record<never, never>
  'members.profile.occupation.self-employed': Record<never, never>
  'members.profile.occupation.student': Record<never, never>
  'members.profile.purpose': Record<never, never>
  'members.profile.purpose.income': Record<never, never>
  'members.profile.purpose.learning': Record<never, never>
  'members.profile.purpose.long-term': Record<never, never>
  'members.profile.purpose.short-term': Record<never, never>
  'members.profile.required': { field: number | string }
  'members.profile.save': Record<never, never>
  'members.profile.saved': Record<never, never>
  'members.profile.savedAt': { at: number | string }
  'members.profile.title': Record<never, never>
  'members.quiz.again': Record<never, never>
  'members.quiz.callMeet.a': Record<never, never>
  'members.quiz.callMeet.b': Record<never, never>
  'members.quiz.callMeet.c': Record<never, never>
  'members.quiz.callMeet.text': Record<never, never>
  'members.quiz.callMeet.why': Record<never, never>
  'members.quiz.callUnmet.a': Record<never, never>
  'members.quiz.callUnmet.b': Record<never, never>
  'members.quiz.callUnmet.c': Record<never, never>
  'members.quiz.callUnmet.text': Record<never, never>
  'members.quiz.callUnmet.why': Record<never, never>
  'members.quiz.failed.note': { at: number | string; count: number; right: number }
  'members.quiz.failed.title': Record<never, never>
  'members.quiz.lead': { count: number; pass: number }
  'members.quiz.leverageMargin.a': Record<never, never>
  'members.quiz.leverageMargin.b': Record<never, never>
  'members.quiz.leverageMargin.c': Record<never, never>
  'members.quiz.leverageMargin.text': Record<never, never>
  'members.quiz.leverageMargin.why': Record<never, never>
  'members.quiz.leverageSize.a': Record<never, never>
  'members.quiz.leverageSize.b': Record<never, never>
  'members.quiz.leverageSize.c': Record<never, never>
  'members.quiz.leverageSize.text': Record<never, never>
  'members.quiz.leverageSize.why': Record<never, never>
  'members.quiz.lossBeyond.a': Record<never, never>
  'members.quiz.lossBeyond.b': Record<never, never>
  'members.quiz.lossBeyond.c': Record<never, never>
  'members.quiz.lossBeyond.text': Record<never, never>
  'members.quiz.lossBeyond.why': Record<never, never>
  'members.quiz.lossGap.a': Record<never, never>
  'members.quiz.lossGap.b': Record<never, never>
  'members.quiz.lossGap.c': Record<never, never>
  'members.quiz.lossGap.text': Record<never, never>
  'members.quiz.lossGap.why': Record<never, never>
  'members.quiz.missing': Record<never, never>
  'members.quiz.number': { n: number }
  'members.quiz.passed.note': { count: number; right: number }
  'members.quiz.passed.title': Record<never, never>
  'members.quiz.right': Record<never, never>
  'members.quiz.shortDividend.a': Record<never, never>
  'members.quiz.shortDividend.b': Record<never, never>
  'members.quiz.shortDividend.c': Record<never, never>
  'members.quiz.shortDividend.text': Record<never, never>
  'members.quiz.shortDividend.why': Record<never, never>
  'members.quiz.shortRise.a': Record<never, never>
  'members.quiz.shortRise.b': Record<never, never>
  'members.quiz.shortRise.c': Record<never, never>
  'members.quiz.shortRise.text': Record<never, never>
  'members.quiz.shortRise.why': Record<never, never>
  'members.quiz.submit': { count: number; done: number }
  'members.quiz.title': Record<never, never>
  'members.quiz.toLevel': Record<never, never>
  'members.quiz.wrong': Record<never, never>
  'members.reason.duplicate': Record<never, never>
  'members.reason.expired': Record<never, never>
  'members.reason.image-incomplete': Record<never, never>
  'members.reason.image-unreadable': Record<never, never>
  'members.reason.name-differs': Record<never, never>
  'members.reason.number-differs': Record<never, never>
  'members.reason.wrong-document': Record<never, never>
  'members.rejection.APPEALED_BEFORE': Record<never, never>
  'members.rejection.APPEAL_LENGTH': { longest: number; shortest: number }
  'members.rejection.BACK_REQUIRED': Record<never, never>
  'members.rejection.CASE_DECIDED': Record<never, never>
  'members.rejection.CASE_UNKNOWN': Record<never, never>
  'members.rejection.CONSENT_OUTDATED': Record<never, never>
  'members.rejection.CONSENT_REQUIRED': Record<never, never>
  'members.rejection.FRONT_REQUIRED': Record<never, never>
  'members.rejection.IDENTITY_IN_REVIEW': Record<never, never>
  'members.rejection.IDENTITY_PASSED': Record<never, never>
  'members.rejection.ID_NAME_CHARACTERS': Record<never, never>
  'members.rejection.ID_NAME_REQUIRED': Record<never, never>
  'members.rejection.ID_NUMBER_FORMAT': { example: number | string }
  'members.rejection.ID_NUMBER_REQUIRED': Record<never, never>
  'members.rejection.INSIDER_CODE_REQUIRED': Record<never, never>
  'members.rejection.INSIDER_CODE_UNKNOWN': Record<never, never>
  'members.rejection.KANA_CHARACTERS': Record<never, never>
  'members.rejection.KANA_REQUIRED': Record<never, never>
  'members.rejection.NOT_REJECTED': Record<never, never>
  'members.rejection.QUIZ_PASSED': Record<never, never>
  'members.rejection.QUIZ_TOO_SOON': { at: number | string }
  'mobile.beside': Record<never, never>
  'mobile.broken.note': Record<never, never>
  'mobile.broken.reload': Record<never, never>
  'mobile.broken.title': Record<never, never>
  'mobile.claim': Record<never, never>
  'mobile.guest.act': { act: number | string }
  'mobile.guest.free': Record<never, never>
  'mobile.guest.login': Record<never, never>
  'mobile.guest.noAccount': Record<never, never>
  'mobile.guest.register': Record<never, never>
  'mobile.guest.title': Record<never, never>
  'mobile.name': Record<never, never>
  'mobile.notFound.note': Record<never, never>
  'mobile.notFound.title': Record<never, never>
  'mobile.page.accountLog': Record<never, never>
  'mobile.page.accountOpening': Record<never, never>
  'mobile.page.afterLogin': Record<never, never>
  'mobile.page.ai': Record<never, never>
  'mobile.page.alerts': Record<never, never>
  'mobile.page.authenticator': Record<never, never>
  'mobile.page.bankAccount': Record<never, never>
  'mobile.page.bankAccountAdd': Record<never, never>
  'mobile.page.blockTrade': Record<never, never>
  'mobile.page.bonus': Record<never, never>
  'mobile.page.changePassword': Record<never, never>
  'mobile.page.closeAccount': Record<never, never>
  'mobile.page.confirm': Record<never, never>
  'mobile.page.copy': Record<never, never>
  'mobile.page.copyRecord': Record<never, never>
  'mobile.page.customerService': Record<never, never>
  'mobile.page.dayTrade': Record<never, never>
  'mobile.page.devices': Record<never, never>
  'mobile.page.dividends': Record<never, never>
  'mobile.page.drawCheck': Record<never, never>
  'mobile.page.email': Record<never, never>
  'mobile.page.feeStatement': Record<never, never>
  'mobile.page.financing': Record<never, never>
  'mobile.page.home': Record<never, never>
  'mobile.page.incomeLog': Record<never, never>
  'mobile.page.investorProfile': Record<never, never>
  'mobile.page.ipo': Record<never, never>
  'mobile.page.level': Record<never, never>
  'mobile.page.login': Record<never, never>
  'mobile.page.logout': Record<never, never>
  'mobile.page.margin': Record<never, never>
  'mobile.page.market': Record<never, never>
  'mobile.page.marketDays': Record<never, never>
  'mobile.page.messages': Record<never, never>
  'mobile.page.news': Record<never, never>
  'mobile.page.newsItem': Record<never, never>
  'mobile.page.notifications': Record<never, never>
  'mobile.page.operatorActs': Record<never, never>
  'mobile.page.orderTicket': Record<never, never>
  'mobile.page.orders': Record<never, never>
  'mobile.page.phone': Record<never, never>
  'mobile.page.realName': Record<never, never>
  'mobile.page.receipt': Record<never, never>
  'mobile.page.recharge': Record<never, never>
  'mobile.page.recovery': Record<never, never>
  'mobile.page.register': Record<never, never>
  'mobile.page.reports': Record<never, never>
  'mobile.page.riskQuiz': Record<never, never>
  'mobile.page.screener': Record<never, never>
  'mobile.page.search': Record<never, never>
  'mobile.page.security': Record<never, never>
  'mobile.page.settings': Record<never, never>
  'mobile.page.startup': Record<never, never>
  'mobile.page.stock': Record<never, never>
  'mobile.page.switchLanguage': Record<never, never>
  'mobile.page.tax': Record<never, never>
  'mobile.page.taxReport': Record<never, never>
  'mobile.page.trade': Record<never, never>
  'mobile.page.tradeDetail': Record<never, never>
  'mobile.page.transactionLog': Record<never, never>
  'mobile.page.transactionPassword': Record<never, never>
  'mobile.page.trust': Record<never, never>
  'mobile.page.user': Record<never, never>
  'mobile.page.watchlists': Record<never, never>
  'mobile.page.webview': Record<never, never>
  'mobile.page.withdrawal': Record<never, never>
  'mobile.page.withdrawalClock': Record<never, never>
  'mobile.startup.checked': Record<never, never>
  'mobile.startup.checking': Record<never, never>
  'mobile.startup.connected': Record<never, never>
  'mobile.startup.goOn': Record<never, never>
  'mobile.startup.host': Record<never, never>
  'mobile.startup.login': Record<never, never>
  'mobile.startup.newer': Record<never, never>
  'mobile.startup.noSocket': Record<never, never>
  'mobile.startup.offline': Record<never, never>
  'mobile.startup.seconds': { seconds: number | string }
  'mobile.startup.simulated': Record<never, never>
  'mobile.startup.starting': Record<never, never>
  'mobile.startup.version': { build: number | string; version: number | string }
  'mobile.tab.home': Record<never, never>
  'mobile.tab.label': Record<never, never>
  'mobile.tab.market': Record<never, never>
  'mobile.tab.news': Record<never, never>
  'mobile.tab.trade': Record<never, never>
  'mobile.tab.user': Record<never, never>
  'mobile.toHome': Record<never, never>
  'mobile.update.later': Record<never, never>
  'mobile.update.load': Record<never, never>
  'mobile.update.title': Record<never, never>
  'news.articleNote': Record<never, never>
  'news.cannotLoad': Record<never, never>
  'news.changeNow': Record<never, never>
  'news.console.at': Record<never, never>
  'news.console.body': Record<never, never>
  'news.console.by': Record<never, never>
  'news.console.correct': Record<never, never>
  'news.console.corrects': Record<never, never>
  'news.console.empty': Record<never, never>
  'news.console.feeds.add': Record<never, never>
  'news.console.feeds.added': Record<never, never>
  'news.console.feeds.address': Record<never, never>
  'news.console.feeds.configured': Record<never, never>
  'news.console.feeds.empty': Record<never, never>
  'news.console.feeds.entries': Record<never, never>
  'news.console.feeds.fetched': Record<never, never>
  'news.console.feeds.host': Record<never, never>
  'news.console.feeds.never': Record<never, never>
  'news.console.feeds.note': Record<never, never>
  'news.console.feeds.off': Record<never, never>
  'news.console.feeds.on': Record<never, never>
  'news.console.feeds.problem': Record<never, never>
  'news.console.feeds.problem.FEED_ENTITIES': Record<never, never>
  'news.console.feeds.problem.FEED_MOVED': Record<never, never>
  'news.console.feeds.problem.FEED_NOT_A_FEED': Record<never, never>
  'news.console.feeds.problem.FEED_TOO_LARGE': Record<never, never>
  'news.console.feeds.problem.FEED_TOO_SLOW': Record<never, never>
  'news.console.feeds.problem.FEED_UNREACHABLE': Record<never, never>
  'news.console.feeds.source': Record<never, never>
  'news.console.feeds.state': Record<never, never>
  'news.console.feeds.switchOff': Record<never, never>
  'news.console.feeds.switchOn': Record<never, never>
  'news.console.feeds.title': Record<never, never>
  'news.console.headline': Record<never, never>
  'news.console.issues': Record<never, never>
  'news.console.issuesShort': Record<never, never>
  'news.console.kind': Record<never, never>
  'news.console.kind.article': Record<never, never>
  'news.console.kind.notice': Record<never, never>
  'news.console.languages': Record<never, never>
  'news.console.missing': { lang: number | string }
  'news.console.newArticle': Record<never, never>
  'news.console.newNotice': Record<never, never>
  'news.console.noPrice': Record<never, never>
  'news.console.note': Record<never, never>
  'news.console.preview': Record<never, never>
  'news.console.problem': { lang: number | string; problem: string }
  'news.console.publish': Record<never, never>
  'news.console.publishAsk': { languages: number }
  'news.console.save': Record<never, never>
  'news.console.state': Record<never, never>
  'news.console.state.corrected': Record<never, never>
  'news.console.state.draft': Record<never, never>
  'news.console.state.published': Record<never, never>
  'news.console.support': { number: number | string }
  'news.console.title': Record<never, never>
  'news.corrected': Record<never, never>
  'news.correctedBy': { at: number | string }
  'news.corrects': Record<never, never>
  'news.detail': Record<never, never>
  'news.empty': Record<never, never>
  'news.emptyNote': Record<never, never>
  'news.favourites.empty': Record<never, never>
  'news.favourites.emptyNote': Record<never, never>
  'news.favourites.find': Record<never, never>
  'news.favourites.login': Record<never, never>
  'news.favourites.toLogin': Record<never, never>
  'news.feedNote': { source: number | string }
  'news.issue.empty': Record<never, never>
  'news.issue.emptyNote': Record<never, never>
  'news.kind.article': Record<never, never>
  'news.kind.disclosure': Record<never, never>
  'news.kind.feed': Record<never, never>
  'news.kind.market': Record<never, never>
  'news.kind.notice': Record<never, never>
  'news.notFound': Record<never, never>
  'news.notFoundNote': Record<never, never>
  'news.open': { host: number | string }
  'news.openNote': Record<never, never>
  'news.rejection.FEED_ADDRESS': Record<never, never>
  'news.rejection.FEED_AS_IT_IS': Record<never, never>
  'news.rejection.NOTICE_CORRECTS': Record<never, never>
  'news.rejection.NOTICE_ISSUE': { code: number | string }
  'news.rejection.NOTICE_JAPANESE_MISSING': Record<never, never>
  'news.rejection.NOTICE_PUBLISHED': Record<never, never>
  'news.rejection.NOTICE_TEXT': Record<never, never>
  'news.rejection.NOTICE_TITLE': Record<never, never>
  'news.rejection.NOTICE_UNKNOWN': Record<never, never>
  'news.rejection.NOTICE_WORDS': { problem: string }
  'news.signed': Record<never, never>
  'news.simulatedNote': Record<never, never>
  'news.tab.all': Record<never, never>
  'news.tab.article': Record<never, never>
  'news.tab.disclosure': Record<never, never>
  'news.tab.favourites': Record<never, never>
  'news.tab.feed': Record<never, never>
  'news.tab.market': Record<never, never>
  'news.tab.notice': Record<never, never>
  'news.tabs': Record<never, never>
  'news.title': Record<never, never>
  'news.toList': Record<never, never>
  'news.toMarket': Record<never, never>
  'news.words.accident.text': { code: number | string; days: number; name: number | string }
  'news.words.accident.title': { days: number; name: number | string }
  'news.words.buyback.text': { amount: number | string; code: number | string; name: number | string }
  'news.words.buyback.title': { amount: number | string; name: number | string }
  'news.words.contract.text': { amount: number | string; code: number | string; name: number | string }
  'news.words.contract.title': { amount: number | string; name: number | string }
  'news.words.delay.text': { code: number | string; months: number; name: number | string }
  'news.words.delay.title': { months: number; name: number | string }
  'news.words.dividend.text': { code: number | string; exDate: number | string; name: number | string; payDate: number | string; perShare: number }
  'news.words.dividend.title': { name: number | string; perShare: number }
  'news.words.largeSum': { amount: number }
  'news.words.leadership.text': { code: number | string; name: number | string }
  'news.words.leadership.title': { name: number | string }
  'news.words.marketClose.text': { advancing: number; best: number | string; declining: number; level: number; worst: number | string }
  'news.words.marketClose.title': { basis: number; best: number | string; change: string; worst: number | string }
  'news.words.marketMidday.text': { advancing: number; best: number | string; declining: number; level: number; worst: number | string }
  'news.words.marketMidday.title': { basis: number; best: number | string; change: string; worst: number | string }
  'news.words.opened.text': Record<never, never>
  'news.words.opened.title': Record<never, never>
  'news.words.partnership.text': { code: number | string; name: number | string }
  'news.words.partnership.title': { name: number | string }
  'news.words.plan.text': { amount: number | string; code: number | string; name: number | string }
  'news.words.plan.title': { amount: number | string; name: number | string }
  'news.words.recall.text': { amount: number | string; code: number | string; name: number | string }
  'news.words.recall.title': { amount: number | string; name: number | string }
  'news.words.results.text': { amount: number | string; code: number | string; month: number | string; name: number | string; profit: string; progress: number; quarter: number; year: string }
  'news.words.results.title': { amount: number | string; month: number | string; name: number | string; profit: string; quarter: number; reaction: string; year: string }
  'news.words.revisionDown.text': { code: number | string; name: number | string; percent: number }
  'news.words.revisionDown.title': { name: number | string; percent: number }
  'news.words.revisionUp.text': { code: number | string; name: number | string; percent: number }
  'news.words.revisionUp.title': { name: number | string; percent: number }
  'news.words.split.text': { code: number | string; exDate: number | string; name: number | string; newShares: number; oldShares: number }
  'news.words.split.title': { name: number | string; newShares: number; oldShares: number }
  'news.words.sum': { amount: number }
  'news.words.takeover.text': { code: number | string; name: number | string; premium: number }
  'news.words.takeover.title': { name: number | string; premium: number }
  'news.words.tradingDays.text': { closed: number; opened: number }
  'news.words.tradingDays.title': { from: number | string }
  'news.words.tradingHours.text': Record<never, never>
  'news.words.tradingHours.title': { from: number | string }
  'orders.amend.asked': Record<never, never>
  'orders.amend.before': { before: number | string }
  'orders.amend.busy': Record<never, never>
  'orders.amend.button': Record<never, never>
  'orders.amend.confirmBody': { after: number | string; before: number | string; name: number | string; side: number | string }
  'orders.amend.confirmTitle': Record<never, never>
  'orders.amend.done': Record<never, never>
  'orders.amend.note': Record<never, never>
  'orders.amend.onlyDown': { filled: number | string; max: number | string }
  'orders.amend.submit': Record<never, never>
  'orders.amend.title': Record<never, never>
  'orders.cancel.body': { hold: number | string; name: number | string; price: number | string; quantity: number | string; side: number | string }
  'orders.cancel.button': Record<never, never>
  'orders.cancel.done': Record<never, never>
  'orders.cancel.title': Record<never, never>
  'orders.close.busy': Record<never, never>
  'orders.close.button': { quantity: number | string; side: number | string }
  'orders.close.charges': Record<never, never>
  'orders.close.confirmBody': { name: number | string; profit: number | string; quantity: number | string; side: number | string; type: number | string }
  'orders.close.confirmTitle': Record<never, never>
  'orders.close.done': Record<never, never>
  'orders.close.estimate': Record<never, never>
  'orders.close.fee': Record<never, never>
  'orders.close.lotLine': { free: number | string; price: number | string }
  'orders.close.lots': Record<never, never>
  'orders.close.odd': { quantity: number }
  'orders.close.ordersEach': { count: number }
  'orders.close.quantity': Record<never, never>
  'orders.close.quantityHint': { max: number | string; unit: number | string }
  'orders.close.scope': Record<never, never>
  'orders.close.scope.chosen': Record<never, never>
  'orders.close.scope.oldest': Record<never, never>
  'orders.close.scope.one': Record<never, never>
  'orders.close.taxed': Record<never, never>
  'orders.close.taxedNote': { cost: number | string }
  'orders.close.title': Record<never, never>
  'orders.confirm.at20Down': Record<never, never>
  'orders.confirm.at20Up': Record<never, never>
  'orders.confirm.atStop': { price: number | string }
  'orders.confirm.atZero': Record<never, never>
  'orders.confirm.cancel': Record<never, never>
  'orders.confirm.cash': Record<never, never>
  'orders.confirm.checking': Record<never, never>
  'orders.confirm.costs': Record<never, never>
  'orders.confirm.done': Record<never, never>
  'orders.confirm.empty': Record<never, never>
  'orders.confirm.exits': Record<never, never>
  'orders.confirm.gap': Record<never, never>
  'orders.confirm.gapCash': Record<never, never>
  'orders.confirm.interest': Record<never, never>
  'orders.confirm.lending': Record<never, never>
  'orders.confirm.margin': Record<never, never>
  'orders.confirm.needed': Record<never, never>
  'orders.confirm.nextDay': Record<never, never>
  'orders.confirm.none': Record<never, never>
  'orders.confirm.password': Record<never, never>
  'orders.confirm.passwordRule': Record<never, never>
  'orders.confirm.risks': Record<never, never>
  'orders.confirm.submitDown': Record<never, never>
  'orders.confirm.submitUp': Record<never, never>
  'orders.confirm.times': { leverage: number | string }
  'orders.confirm.title': Record<never, never>
  'orders.confirm.today': { date: number | string }
  'orders.confirm.triggerDown': { price: number | string }
  'orders.confirm.triggerUp': { price: number | string }
  'orders.confirm.until': { date: number | string }
  'orders.confirm.validity': Record<never, never>
  'orders.day.closesAt': Record<never, never>
  'orders.day.closesNote': Record<never, never>
  'orders.day.tag': Record<never, never>
  'orders.detail.accrued': Record<never, never>
  'orders.detail.actual': Record<never, never>
  'orders.detail.better': { yen: number | string }
  'orders.detail.buyPrice': Record<never, never>
  'orders.detail.buyTime': Record<never, never>
  'orders.detail.charges': Record<never, never>
  'orders.detail.difference': Record<never, never>
  'orders.detail.fee': Record<never, never>
  'orders.detail.fills': Record<never, never>
  'orders.detail.finalPrice': Record<never, never>
  'orders.detail.floating': Record<never, never>
  'orders.detail.handlingFee': Record<never, never>
  'orders.detail.hold': Record<never, never>
  'orders.detail.item': Record<never, never>
  'orders.detail.leverage': Record<never, never>
  'orders.detail.limitPrice': Record<never, never>
  'orders.detail.log': Record<never, never>
  'orders.detail.lot': Record<never, never>
  'orders.detail.lotNumber': Record<never, never>
  'orders.detail.lots': Record<never, never>
  'orders.detail.margin': Record<never, never>
  'orders.detail.marketPrice': Record<never, never>
  'orders.detail.marketValue': Record<never, never>
  'orders.detail.none': Record<never, never>
  'orders.detail.noneNote': Record<never, never>
  'orders.detail.notional': Record<never, never>
  'orders.detail.ofMargin': { percent: number | string }
  'orders.detail.openPrice': Record<never, never>
  'orders.detail.order': Record<never, never>
  'orders.detail.orderNumber': Record<never, never>
  'orders.detail.origin': Record<never, never>
  'orders.detail.place': Record<never, never>
  'orders.detail.placedAt': Record<never, never>
  'orders.detail.price': Record<never, never>
  'orders.detail.profit': Record<never, never>
  'orders.detail.quantity': Record<never, never>
  'orders.detail.quoted': Record<never, never>
  'orders.detail.quotedColumn': Record<never, never>
  'orders.detail.quotedNote': Record<never, never>
  'orders.detail.realized': Record<never, never>
  'orders.detail.reason': Record<never, never>
  'orders.detail.sales': Record<never, never>
  'orders.detail.same': Record<never, never>
  'orders.detail.sellPrice': Record<never, never>
  'orders.detail.sellTime': Record<never, never>
  'orders.detail.settlement': Record<never, never>
  'orders.detail.shares': Record<never, never>
  'orders.detail.side': Record<never, never>
  'orders.detail.status': Record<never, never>
  'orders.detail.stopLoss': Record<never, never>
  'orders.detail.takeProfit': Record<never, never>
  'orders.detail.terms': Record<never, never>
  'orders.detail.tradeValue': Record<never, never>
  'orders.detail.traded': Record<never, never>
  'orders.detail.type': Record<never, never>
  'orders.detail.worse': { yen: number | string }
  'orders.direction.down': Record<never, never>
  'orders.direction.up': Record<never, never>
  'orders.execution.at-close': Record<never, never>
  'orders.execution.at-open': Record<never, never>
  'orders.execution.ioc': Record<never, never>
  'orders.execution.limit-then-market': Record<never, never>
  'orders.execution.none': Record<never, never>
  'orders.executionNote.at-close': Record<never, never>
  'orders.executionNote.at-open': Record<never, never>
  'orders.executionNote.ioc': Record<never, never>
  'orders.executionNote.limit-then-market': Record<never, never>
  'orders.executionNote.none': Record<never, never>
  'orders.exits.confirmBody': { name: number | string; quantity: number | string; stopLoss: number | string; takeProfit: number | string }
  'orders.exits.confirmTitle': Record<never, never>
  'orders.exits.done': Record<never, never>
  'orders.exits.note': { price: number | string }
  'orders.exits.submit': Record<never, never>
  'orders.fees.charged': Record<never, never>
  'orders.fees.count': { count: number }
  'orders.fees.dayTrading': Record<never, never>
  'orders.fees.difference': Record<never, never>
  'orders.fees.last-month': Record<never, never>
  'orders.fees.month': Record<never, never>
  'orders.fees.more': { shown: number | string }
  'orders.fees.none': Record<never, never>
  'orders.fees.noneNote': Record<never, never>
  'orders.fees.note': Record<never, never>
  'orders.fees.penalties': Record<never, never>
  'orders.fees.period': Record<never, never>
  'orders.fees.quoted': Record<never, never>
  'orders.fees.rowQuoted': { yen: number | string }
  'orders.fees.span': { from: number | string; to: number | string }
  'orders.fees.title': Record<never, never>
  'orders.fees.traded': { yen: number | string }
  'orders.fees.year': Record<never, never>
  'orders.lossCut.decidedAt': Record<never, never>
  'orders.lossCut.late': Record<never, never>
  'orders.lossCut.ms': { ms: number }
  'orders.lossCut.note': Record<never, never>
  'orders.lossCut.noteAccount': Record<never, never>
  'orders.lossCut.price': Record<never, never>
  'orders.lossCut.print': Record<never, never>
  'orders.lossCut.printAt': Record<never, never>
  'orders.lossCut.printNo': { no: number }
  'orders.lossCut.quantity': Record<never, never>
  'orders.lossCut.ratio': Record<never, never>
  'orders.lossCut.title': Record<never, never>
  'orders.odd.close': Record<never, never>
  'orders.odd.note': Record<never, never>
  'orders.odd.tag': Record<never, never>
  'orders.odd.title': { quantity: number }
  'orders.orders.all': Record<never, never>
  'orders.orders.bothSides': Record<never, never>
  'orders.orders.code': Record<never, never>
  'orders.orders.codeRule': Record<never, never>
  'orders.orders.empty': Record<never, never>
  'orders.orders.emptyNote': Record<never, never>
  'orders.orders.noneSuch': Record<never, never>
  'orders.orders.side': Record<never, never>
  'orders.orders.title': Record<never, never>
  'orders.origin.day-close': Record<never, never>
  'orders.origin.day-left': Record<never, never>
  'orders.origin.forced-call': Record<never, never>
  'orders.origin.loss-cut': Record<never, never>
  'orders.origin.stop-loss': Record<never, never>
  'orders.origin.take-profit': Record<never, never>
  'orders.place.armed': Record<never, never>
  'orders.place.held': Record<never, never>
  'orders.quoted.toast': { name: number | string; quantity: number | string }
  'orders.reason.AT_CLOSE_LAPSED': Record<never, never>
  'orders.reason.AT_OPEN_LAPSED': Record<never, never>
  'orders.reason.DAY_END': Record<never, never>
  'orders.reason.INSUFFICIENT_BUYING_POWER': Record<never, never>
  'orders.reason.IOC_LAPSED': Record<never, never>
  'orders.reason.MARKET_BANNED': Record<never, never>
  'orders.reason.MARKET_CLOSED': Record<never, never>
  'orders.reason.NO_LIQUIDITY': Record<never, never>
  'orders.reason.OFF_TICK': Record<never, never>
  'orders.reason.OUTSIDE_LIMIT': Record<never, never>
  'orders.reason.POOL_SALE': Record<never, never>
  'orders.reason.PRICE_OUTSIDE_LIMIT': Record<never, never>
  'orders.reason.REQUESTED': Record<never, never>
  'orders.reason.SELF_CROSS': Record<never, never>
  'orders.reason.SPLIT': Record<never, never>
  'orders.reason.UNKNOWN_ISSUE': Record<never, never>
  'orders.reason.UNKNOWN_ORDER': Record<never, never>
  'orders.reason.VALIDITY_END': Record<never, never>
  'orders.receipt.board': Record<never, never>
  'orders.receipt.boardNote': Record<never, never>
  'orders.receipt.bookHash': Record<never, never>
  'orders.receipt.bounds': Record<never, never>
  'orders.receipt.check.digest': Record<never, never>
  'orders.receipt.check.match': Record<never, never>
  'orders.receipt.check.order': Record<never, never>
  'orders.receipt.check.scene': Record<never, never>
  'orders.receipt.decided': Record<never, never>
  'orders.receipt.digest': Record<never, never>
  'orders.receipt.event.buy': { price: number | string; quantity: number }
  'orders.receipt.event.close': Record<never, never>
  'orders.receipt.event.oddLot': Record<never, never>
  'orders.receipt.event.own': Record<never, never>
  'orders.receipt.event.seek': Record<never, never>
  'orders.receipt.event.sell': { price: number | string; quantity: number }
  'orders.receipt.fill': Record<never, never>
  'orders.receipt.fromMid': Record<never, never>
  'orders.receipt.fromMidNote': Record<never, never>
  'orders.receipt.interpolated': Record<never, never>
  'orders.receipt.journal.later': Record<never, never>
  'orders.receipt.journal.right': Record<never, never>
  'orders.receipt.journal.wrong': Record<never, never>
  'orders.receipt.limits': Record<never, never>
  'orders.receipt.link': Record<never, never>
  'orders.receipt.lost': Record<never, never>
  'orders.receipt.lostNote': Record<never, never>
  'orders.receipt.noneNote': Record<never, never>
  'orders.receipt.otherRules': { version: number }
  'orders.receipt.otherRulesNote': Record<never, never>
  'orders.receipt.quote': Record<never, never>
  'orders.receipt.quoteOf': { ms: number; no: number }
  'orders.receipt.received': Record<never, never>
  'orders.receipt.right': Record<never, never>
  'orders.receipt.rightNote': Record<never, never>
  'orders.receipt.rules': Record<never, never>
  'orders.receipt.save': Record<never, never>
  'orders.receipt.session': Record<never, never>
  'orders.receipt.steps': Record<never, never>
  'orders.receipt.title': Record<never, never>
  'orders.receipt.wrong': Record<never, never>
  'orders.receipt.wrongNote': Record<never, never>
  'orders.receipt.yenAway': { yen: number | string }
  'orders.rejection.ACCOUNT_FROZEN': Record<never, never>
  'orders.rejection.AMEND_UNDER_WAY': Record<never, never>
  'orders.rejection.CALL_UNMET': Record<never, never>
  'orders.rejection.CANCEL_UNDER_WAY': Record<never, never>
  'orders.rejection.CONDITION_FOR_DAY_ONLY': Record<never, never>
  'orders.rejection.CONDITION_NEEDS_LIMIT': Record<never, never>
  'orders.rejection.FORCED_CLOSING': Record<never, never>
  'orders.rejection.INSUFFICIENT_BUYING_POWER': { availableYen: number; neededYen: number; shortYen: number }
  'orders.rejection.IOC_FOR_DAY_ONLY': Record<never, never>
  'orders.rejection.IOC_OUTSIDE_TRADING': Record<never, never>
  'orders.rejection.IOC_WITH_CONDITION': Record<never, never>
  'orders.rejection.IOC_WITH_STOP': Record<never, never>
  'orders.rejection.LEVERAGE_ABOVE_LEVEL': { level: string; maxLeverage: number; neededLevel: string }
  'orders.rejection.LIMIT_ORDERS_ONLY': Record<never, never>
  'orders.rejection.LOT_CLOSED': Record<never, never>
  'orders.rejection.LOT_LEAVING': Record<never, never>
  'orders.rejection.LOT_NOT_FOUND': Record<never, never>
  'orders.rejection.LOT_SIZE': { lotSize: number }
  'orders.rejection.MARGIN_RATIO': { minimumPercent: number; percent: number }
  'orders.rejection.MINIMUM_MARGIN': { heldYen: number; minimumYen: number }
  'orders.rejection.NOTHING_AMENDED': Record<never, never>
  'orders.rejection.NO_PRICE': Record<never, never>
  'orders.rejection.NO_RECEIPT': Record<never, never>
  'orders.rejection.ORDER_FINISHED': { status: string }
  'orders.rejection.ORDER_NOT_FOUND': Record<never, never>
  'orders.rejection.ORDER_VALUE_ABOVE_LEVEL': { level: string; maxYen: number; neededLevel: string; valueYen: number }
  'orders.rejection.PRICE_FIXED': Record<never, never>
  'orders.rejection.PRICE_NOT_ALLOWED': Record<never, never>
  'orders.rejection.PRICE_OFF_TICK': { above: number; below: number; tick: number }
  'orders.rejection.PRICE_OUTSIDE_LIMIT': { lower: number; upper: number }
  'orders.rejection.PRICE_REQUIRED': Record<never, never>
  'orders.rejection.QUANTITY_ABOVE_LOT': { free: number; open: number }
  'orders.rejection.QUANTITY_FILLED': { filled: number }
  'orders.rejection.QUANTITY_ONLY_DOWN': { quantity: number }
  'orders.rejection.QUANTITY_TOO_LARGE': { max: number }
  'orders.rejection.QUOTE_STALE': Record<never, never>
  'orders.rejection.SAME_FUNDS': { lacksYen: number }
  'orders.rejection.SELF_CROSS': { number: number | string }
  'orders.rejection.SESSION_OPENED': Record<never, never>
  'orders.rejection.SHORTFALL_OPEN': { shortfallYen: number }
  'orders.rejection.SHORT_NEEDS_LEVERAGE_LEVEL': { level: string; neededLevel: string }
  'orders.rejection.SHORT_TOO_LARGE': { max: number; used: number }
  'orders.rejection.STOP_LOSS_OFF_TICK': { above: number; below: number; tick: number }
  'orders.rejection.STOP_LOSS_WRONG_SIDE': { price: number; side: string }
  'orders.rejection.STOP_WITH_CONDITION': Record<never, never>
  'orders.rejection.TAKE_PROFIT_OFF_TICK': { above: number; below: number; tick: number }
  'orders.rejection.TAKE_PROFIT_WRONG_SIDE': { price: number; side: string }
  'orders.rejection.TOO_MANY_OPEN_LOTS': { level: string; max: number }
  'orders.rejection.TOO_MANY_OPEN_ORDERS': { max: number }
  'orders.rejection.TRADING_LOCKED': Record<never, never>
  'orders.rejection.TRADING_RESTS': { maxLeverage: number; maxYen: number; until: number | string }
  'orders.rejection.TRIGGER_NOT_ALLOWED': Record<never, never>
  'orders.rejection.TRIGGER_OFF_TICK': { above: number; below: number; tick: number }
  'orders.rejection.TRIGGER_OUTSIDE_LIMIT': { lower: number; upper: number }
  'orders.rejection.TRIGGER_REACHED': { price: number; side: string }
  'orders.rejection.TRIGGER_REQUIRED': Record<never, never>
  'orders.rejection.UNKNOWN_ISSUE': { code: number | string }
  'orders.rejection.VALID_UNTIL_NOT_ALLOWED': Record<never, never>
  'orders.rejection.VALID_UNTIL_OUTSIDE': { first: number | string; last: number | string }
  'orders.rejection.VALID_UNTIL_REQUIRED': Record<never, never>
  'orders.result.armed': Record<never, never>
  'orders.result.held': Record<never, never>
  'orders.result.holding': Record<never, never>
  'orders.result.pending': Record<never, never>
  'orders.result.title': Record<never, never>
  'orders.result.toDetail': Record<never, never>
  'orders.result.toTrade': Record<never, never>
  'orders.side.closeDown': Record<never, never>
  'orders.side.closeUp': Record<never, never>
  'orders.side.down': Record<never, never>
  'orders.side.downLong': Record<never, never>
  'orders.side.up': Record<never, never>
  'orders.side.upLong': Record<never, never>
  'orders.source.day-trade': Record<never, never>
  'orders.status.cancelled': Record<never, never>
  'orders.status.closed': Record<never, never>
  'orders.status.closing': Record<never, never>
  'orders.status.expired': Record<never, never>
  'orders.status.holding': Record<never, never>
  'orders.status.pending': Record<never, never>
  'orders.status.rejected': Record<never, never>
  'orders.ticket.after': Record<never, never>
  'orders.ticket.becomes': Record<never, never>
  'orders.ticket.buyBack': Record<never, never>
  'orders.ticket.buyingPower': Record<never, never>
  'orders.ticket.call': Record<never, never>
  'orders.ticket.choose': { unit: number | string }
  'orders.ticket.conditions': Record<never, never>
  'orders.ticket.conditionsNone': Record<never, never>
  'orders.ticket.cost': Record<never, never>
  'orders.ticket.direction': Record<never, never>
  'orders.ticket.execution': Record<never, never>
  'orders.ticket.exits': Record<never, never>
  'orders.ticket.exitsNote': Record<never, never>
  'orders.ticket.fee': Record<never, never>
  'orders.ticket.held': Record<never, never>
  'orders.ticket.hold': Record<never, never>
  'orders.ticket.holdNote': Record<never, never>
  'orders.ticket.interest': { rate: number | string }
  'orders.ticket.kind.limit': Record<never, never>
  'orders.ticket.kind.market': Record<never, never>
  'orders.ticket.kind.stop': Record<never, never>
  'orders.ticket.lending': { rate: number | string }
  'orders.ticket.leverage': Record<never, never>
  'orders.ticket.leverageLocked': { level: number | string; leverage: number | string }
  'orders.ticket.liquidation': Record<never, never>
  'orders.ticket.liquidationNote': Record<never, never>
  'orders.ticket.lockedNote': { level: number | string; leverage: number | string }
  'orders.ticket.lossDown': Record<never, never>
  'orders.ticket.lossNote': Record<never, never>
  'orders.ticket.lossOfMargin': { percent: number | string }
  'orders.ticket.lossUp': Record<never, never>
  'orders.ticket.margin': { leverage: number | string }
  'orders.ticket.max': Record<never, never>
  'orders.ticket.never': Record<never, never>
  'orders.ticket.next': { quantity: number | string; side: number | string }
  'orders.ticket.noStock': Record<never, never>
  'orders.ticket.noStockNote': Record<never, never>
  'orders.ticket.notional': Record<never, never>
  'orders.ticket.owned': { quantity: number | string }
  'orders.ticket.ownedNote': Record<never, never>
  'orders.ticket.ownedShort': { quantity: number | string }
  'orders.ticket.ownedShortNote': Record<never, never>
  'orders.ticket.perDay': { yen: number | string }
  'orders.ticket.price': Record<never, never>
  'orders.ticket.priceHint': { lower: number | string; tick: number | string; upper: number | string }
  'orders.ticket.quantity': Record<never, never>
  'orders.ticket.quantityHint': { max: number | string; unit: number | string }
  'orders.ticket.quantityNone': { unit: number | string }
  'orders.ticket.ratioAfter': Record<never, never>
  'orders.ticket.restsNote': { until: number | string }
  'orders.ticket.sellHeld': Record<never, never>
  'orders.ticket.short': Record<never, never>
  'orders.ticket.shortLocked': Record<never, never>
  'orders.ticket.stale': Record<never, never>
  'orders.ticket.stopLoss': Record<never, never>
  'orders.ticket.strip10Down': Record<never, never>
  'orders.ticket.strip10Up': Record<never, never>
  'orders.ticket.takeProfit': Record<never, never>
  'orders.ticket.title': Record<never, never>
  'orders.ticket.trigger': Record<never, never>
  'orders.ticket.triggerDown': Record<never, never>
  'orders.ticket.triggerOffTick': Record<never, never>
  'orders.ticket.triggerUp': Record<never, never>
  'orders.ticket.type': Record<never, never>
  'orders.ticket.until': Record<never, never>
  'orders.ticket.untilRule': Record<never, never>
  'orders.trade.accrued': Record<never, never>
  'orders.trade.actions': Record<never, never>
  'orders.trade.belowRoom': Record<never, never>
  'orders.trade.buyingPower': Record<never, never>
  'orders.trade.closeAll': Record<never, never>
  'orders.trade.closeAllBody': { count: number; profit: number | string }
  'orders.trade.closeAllDone': { count: number }
  'orders.trade.closeAllTitle': Record<never, never>
  'orders.trade.closed': Record<never, never>
  'orders.trade.closedSum': Record<never, never>
  'orders.trade.columnPrice': Record<never, never>
  'orders.trade.columnProfit': Record<never, never>
  'orders.trade.columnStock': Record<never, never>
  'orders.trade.detail': Record<never, never>
  'orders.trade.filled': { filled: number | string; quantity: number | string }
  'orders.trade.findStock': Record<never, never>
  'orders.trade.floating': Record<never, never>
  'orders.trade.guestNote': Record<never, never>
  'orders.trade.guestTitle': Record<never, never>
  'orders.trade.held': { hold: number | string }
  'orders.trade.history': Record<never, never>
  'orders.trade.holdings': Record<never, never>
  'orders.trade.log': Record<never, never>
  'orders.trade.login': Record<never, never>
  'orders.trade.marketValue': Record<never, never>
  'orders.trade.noClosed': Record<never, never>
  'orders.trade.noClosedNote': Record<never, never>
  'orders.trade.noHoldings': Record<never, never>
  'orders.trade.noHoldingsNote': Record<never, never>
  'orders.trade.noPending': Record<never, never>
  'orders.trade.noPendingNote': Record<never, never>
  'orders.trade.now': { price: number | string }
  'orders.trade.pending': Record<never, never>
  'orders.trade.ratio': Record<never, never>
  'orders.trade.realized': Record<never, never>
  'orders.trade.register': Record<never, never>
  'orders.trade.room': { room: number | string }
  'orders.trade.title': Record<never, never>
  'orders.trade.today': Record<never, never>
  'orders.trade.total': Record<never, never>
  'orders.trade.used': Record<never, never>
  'orders.type.limit': Record<never, never>
  'orders.type.market': Record<never, never>
  'orders.type.stop': Record<never, never>
  'orders.type.stop-limit': Record<never, never>
  'orders.typeNote.limit': Record<never, never>
  'orders.typeNote.market': Record<never, never>
  'orders.typeNote.stop': Record<never, never>
  'orders.typeNote.stop-limit': Record<never, never>
  'orders.validity.date': Record<never, never>
  'orders.validity.day': Record<never, never>
  'orders.validity.week': Record<never, never>
  'orders.validityNote.date': Record<never, never>
  'orders.validityNote.day': { date: number | string }
  'orders.validityNote.week': Record<never, never>
  'portfolio.account.available': Record<never, never>
  'portfolio.account.dividendHold': Record<never, never>
  'portfolio.account.firm': Record<never, never>
  'portfolio.account.loan': Record<never, never>
  'portfolio.account.lotMargin': Record<never, never>
  'portfolio.account.orderHold': Record<never, never>
  'portfolio.account.paidShares': Record<never, never>
  'portfolio.account.shortfall': Record<never, never>
  'portfolio.account.subscriptionHold': Record<never, never>
  'portfolio.account.tax': Record<never, never>
  'portfolio.account.unsettled': Record<never, never>
  'portfolio.account.withdrawalHold': Record<never, never>
  'portfolio.call.forced': Record<never, never>
  'portfolio.call.note': { deadline: number | string; missing: number | string }
  'portfolio.call.title': Record<never, never>
  'portfolio.deliver.give': Record<never, never>
  'portfolio.deliver.giveBody': { fee: number | string; name: number | string; proceeds: number | string; quantity: number | string }
  'portfolio.deliver.giveDone': Record<never, never>
  'portfolio.deliver.giveTitle': Record<never, never>
  'portfolio.deliver.take': Record<never, never>
  'portfolio.deliver.takeBody': { interest: number | string; name: number | string; pay: number | string; quantity: number | string }
  'portfolio.deliver.takeDone': Record<never, never>
  'portfolio.deliver.takeTitle': Record<never, never>
  'portfolio.entry.allotment': Record<never, never>
  'portfolio.entry.correction': Record<never, never>
  'portfolio.entry.day-penalty': Record<never, never>
  'portfolio.entry.delivery': Record<never, never>
  'portfolio.entry.deposit': Record<never, never>
  'portfolio.entry.dividend': Record<never, never>
  'portfolio.entry.dividend-adjustment': Record<never, never>
  'portfolio.entry.dividend-hold': Record<never, never>
  'portfolio.entry.dividend-income-tax': Record<never, never>
  'portfolio.entry.dividend-local-tax': Record<never, never>
  'portfolio.entry.fee': Record<never, never>
  'portfolio.entry.income-tax-refund': Record<never, never>
  'portfolio.entry.income-tax-withheld': Record<never, never>
  'portfolio.entry.interest': Record<never, never>
  'portfolio.entry.loan': Record<never, never>
  'portfolio.entry.loan-interest': Record<never, never>
  'portfolio.entry.loan-repaid': Record<never, never>
  'portfolio.entry.local-tax-refund': Record<never, never>
  'portfolio.entry.local-tax-withheld': Record<never, never>
  'portfolio.entry.loss': Record<never, never>
  'portfolio.entry.lot-margin': Record<never, never>
  'portfolio.entry.margin-return': Record<never, never>
  'portfolio.entry.opening-deposit': Record<never, never>
  'portfolio.entry.order-hold': Record<never, never>
  'portfolio.entry.order-release': Record<never, never>
  'portfolio.entry.pool-fee': Record<never, never>
  'portfolio.entry.pool-loss': Record<never, never>
  'portfolio.entry.pool-profit': Record<never, never>
  'portfolio.entry.pool-redemption': Record<never, never>
  'portfolio.entry.pool-subscription': Record<never, never>
  'portfolio.entry.profit': Record<never, never>
  'portfolio.entry.sale': Record<never, never>
  'portfolio.entry.settlement': Record<never, never>
  'portfolio.entry.shortfall': Record<never, never>
  'portfolio.entry.shortfall-repaid': Record<never, never>
  'portfolio.entry.split-rounding': Record<never, never>
  'portfolio.entry.stock-lending': Record<never, never>
  'portfolio.entry.subscription-hold': Record<never, never>
  'portfolio.entry.subscription-payment': Record<never, never>
  'portfolio.entry.subscription-release': Record<never, never>
  'portfolio.entry.withdrawal': Record<never, never>
  'portfolio.entry.withdrawal-hold': Record<never, never>
  'portfolio.entry.withdrawal-release': Record<never, never>
  'portfolio.entry.withdrawal-returned': Record<never, never>
  'portfolio.log.adds': Record<never, never>
  'portfolio.log.addsUp': Record<never, never>
  'portfolio.log.all': Record<never, never>
  'portfolio.log.empty': Record<never, never>
  'portfolio.log.emptyNote': Record<never, never>
  'portfolio.log.group': Record<never, never>
  'portfolio.log.inside': { moved: number | string }
  'portfolio.log.lead': Record<never, never>
  'portfolio.log.move': { from: number | string; to: number | string }
  'portfolio.log.noneSuch': Record<never, never>
  'portfolio.log.one': Record<never, never>
  'portfolio.log.sum': Record<never, never>
  'portfolio.log.title': Record<never, never>
  'portfolio.rejection.DELIVERY_CASH': { availableYen: number; neededYen: number; shortYen: number }
  'portfolio.rejection.DELIVERY_LOT_CLOSING': Record<never, never>
  'portfolio.rejection.DELIVERY_MARGIN': { minimumPercent: number | string; minimumYen: number; percent: number | string }
  'portfolio.rejection.DELIVERY_NOT_LEVERAGED': Record<never, never>
  'portfolio.rejection.DELIVERY_SHARES': { free: number; needed: number }
  'portfolio.rejection.LOT_CLOSED': Record<never, never>
  'portfolio.rejection.LOT_NOT_FOUND': Record<never, never>
  'portfolio.rejection.TRADING_LOCKED': Record<never, never>
  'portfolio.shortfall.note': Record<never, never>
  'portfolio.shortfall.title': { yen: number | string }
  'portfolio.side.down': Record<never, never>
  'portfolio.side.up': Record<never, never>
  'portfolio.status.closed': Record<never, never>
  'portfolio.status.closing': Record<never, never>
  'portfolio.status.holding': Record<never, never>
  'records.bonus.ahead': Record<never, never>
  'records.bonus.beware': Record<never, never>
  'records.bonus.bewareTitle': Record<never, never>
  'records.bonus.calendar': Record<never, never>
  'records.bonus.coming': Record<never, never>
  'records.bonus.expected': Record<never, never>
  'records.bonus.expectedNote': Record<never, never>
  'records.bonus.expectedTag': Record<never, never>
  'records.bonus.income': { year: number | string }
  'records.bonus.lead': { year: number | string }
  'records.bonus.log': Record<never, never>
  'records.bonus.none': Record<never, never>
  'records.bonus.noneNote': Record<never, never>
  'records.bonus.nonePaid': { year: number | string }
  'records.bonus.owedTag': Record<never, never>
  'records.bonus.paid': { year: number | string }
  'records.bonus.tax': { yen: number }
  'records.bonus.title': Record<never, never>
  'records.bonus.total': Record<never, never>
  'records.bonus.until': { cum: number | string; pay: number | string }
  'records.bonus.withheld': { yen: number | string }
  'records.bonus.yearOf': { year: number | string }
  'records.bonus.years': Record<never, never>
  'records.csv.amount': Record<never, never>
  'records.csv.at': Record<never, never>
  'records.csv.averagePrice': Record<never, never>
  'records.csv.change': Record<never, never>
  'records.csv.charges': Record<never, never>
  'records.csv.code': Record<never, never>
  'records.csv.credited': Record<never, never>
  'records.csv.customer': Record<never, never>
  'records.csv.endedAt': Record<never, never>
  'records.csv.entry': Record<never, never>
  'records.csv.entryId': Record<never, never>
  'records.csv.fee': Record<never, never>
  'records.csv.filled': Record<never, never>
  'records.csv.from': Record<never, never>
  'records.csv.group': Record<never, never>
  'records.csv.leverage': Record<never, never>
  'records.csv.moved': Record<never, never>
  'records.csv.name': Record<never, never>
  'records.csv.number': Record<never, never>
  'records.csv.placedAt': Record<never, never>
  'records.csv.price': Record<never, never>
  'records.csv.quantity': Record<never, never>
  'records.csv.reference': Record<never, never>
  'records.csv.result': Record<never, never>
  'records.csv.side': Record<never, never>
  'records.csv.status': Record<never, never>
  'records.csv.tax': Record<never, never>
  'records.csv.to': Record<never, never>
  'records.csv.tradeDate': Record<never, never>
  'records.deal.block-sale': Record<never, never>
  'records.deal.give': Record<never, never>
  'records.deal.ipo': Record<never, never>
  'records.deal.take': Record<never, never>
  'records.export.note': Record<never, never>
  'records.group.cash': Record<never, never>
  'records.group.copy': Record<never, never>
  'records.group.debt': Record<never, never>
  'records.group.dividends': Record<never, never>
  'records.group.fees': Record<never, never>
  'records.group.inside': Record<never, never>
  'records.group.interest': Record<never, never>
  'records.group.loans': Record<never, never>
  'records.group.pools': Record<never, never>
  'records.group.tax': Record<never, never>
  'records.group.trades': Record<never, never>
  'records.income.closing': Record<never, never>
  'records.income.floating': Record<never, never>
  'records.income.kinds': Record<never, never>
  'records.income.none': Record<never, never>
  'records.income.noneNote': Record<never, never>
  'records.income.opening': Record<never, never>
  'records.income.span': { from: number | string; to: number | string }
  'records.income.sumNote': Record<never, never>
  'records.income.title': Record<never, never>
  'records.income.total': Record<never, never>
  'records.log.all': Record<never, never>
  'records.log.deposit': Record<never, never>
  'records.log.deposits': Record<never, never>
  'records.log.findStock': Record<never, never>
  'records.log.noDeposits': Record<never, never>
  'records.log.noDepositsNote': Record<never, never>
  'records.log.noOrders': Record<never, never>
  'records.log.noOrdersNote': Record<never, never>
  'records.log.noWithdrawals': Record<never, never>
  'records.log.noWithdrawalsNote': Record<never, never>
  'records.log.none': Record<never, never>
  'records.log.orders': Record<never, never>
  'records.log.reference': { reference: number | string }
  'records.log.status': Record<never, never>
  'records.log.statusOrder.approved': Record<never, never>
  'records.log.statusOrder.denied': Record<never, never>
  'records.log.statusOrder.pending': Record<never, never>
  'records.log.title': Record<never, never>
  'records.log.withdraw': Record<never, never>
  'records.log.withdrawals': Record<never, never>
  'records.pdf.account': Record<never, never>
  'records.pdf.allotments': Record<never, never>
  'records.pdf.amount': Record<never, never>
  'records.pdf.balanceNote': Record<never, never>
  'records.pdf.balanceReport': Record<never, never>
  'records.pdf.balances': Record<never, never>
  'records.pdf.booked': Record<never, never>
  'records.pdf.bought': Record<never, never>
  'records.pdf.charges': Record<never, never>
  'records.pdf.closing': Record<never, never>
  'records.pdf.code': Record<never, never>
  'records.pdf.customer': Record<never, never>
  'records.pdf.difference': Record<never, never>
  'records.pdf.entries': Record<never, never>
  'records.pdf.entry': Record<never, never>
  'records.pdf.fee': Record<never, never>
  'records.pdf.feeSum': Record<never, never>
  'records.pdf.feeTax': Record<never, never>
  'records.pdf.final': Record<never, never>
  'records.pdf.firm': Record<never, never>
  'records.pdf.footer': Record<never, never>
  'records.pdf.issue': Record<never, never>
  'records.pdf.lastPrice': Record<never, never>
  'records.pdf.leverage': Record<never, never>
  'records.pdf.lot': Record<never, never>
  'records.pdf.madeAt': Record<never, never>
  'records.pdf.margin': Record<never, never>
  'records.pdf.mark': Record<never, never>
  'records.pdf.member': Record<never, never>
  'records.pdf.moment': Record<never, never>
  'records.pdf.moved': Record<never, never>
  'records.pdf.movements': Record<never, never>
  'records.pdf.newest': { count: number | string }
  'records.pdf.noPositions': Record<never, never>
  'records.pdf.openPrice': Record<never, never>
  'records.pdf.opening': Record<never, never>
  'records.pdf.order': Record<never, never>
  'records.pdf.own': Record<never, never>
  'records.pdf.period': Record<never, never>
  'records.pdf.positions': Record<never, never>
  'records.pdf.price': Record<never, never>
  'records.pdf.quantity': Record<never, never>
  'records.pdf.running': Record<never, never>
  'records.pdf.settlementDate': Record<never, never>
  'records.pdf.side': Record<never, never>
  'records.pdf.sold': Record<never, never>
  'records.pdf.state': Record<never, never>
  'records.pdf.sum': Record<never, never>
  'records.pdf.time': Record<never, never>
  'records.pdf.times': { leverage: number | string }
  'records.pdf.tradeDate': Record<never, never>
  'records.pdf.tradeNote': Record<never, never>
  'records.pdf.tradeReport': Record<never, never>
  'records.pdf.trades': Record<never, never>
  'records.pdf.value': Record<never, never>
  'records.pdf.yearReport': Record<never, never>
  'records.rejection.NOTHING_SETTLED': Record<never, never>
  'records.rejection.NOTHING_TRADED': Record<never, never>
  'records.rejection.PERIOD_WRONG': Record<never, never>
  'records.reports.balance': Record<never, never>
  'records.reports.csv': Record<never, never>
  'records.reports.lead': Record<never, never>
  'records.reports.month': { month: number | string; year: number | string }
  'records.reports.months': Record<never, never>
  'records.reports.more': Record<never, never>
  'records.reports.noTrades': Record<never, never>
  'records.reports.noYears': Record<never, never>
  'records.reports.own': Record<never, never>
  'records.reports.ownButton': Record<never, never>
  'records.reports.ownNote': Record<never, never>
  'records.reports.quarter': { quarter: number | string; year: number | string }
  'records.reports.quarters': Record<never, never>
  'records.reports.saved': { name: number | string }
  'records.reports.table.account': Record<never, never>
  'records.reports.table.deposits': Record<never, never>
  'records.reports.table.income': Record<never, never>
  'records.reports.table.orders': Record<never, never>
  'records.reports.table.trades': Record<never, never>
  'records.reports.table.withdrawals': Record<never, never>
  'records.reports.tables': Record<never, never>
  'records.reports.title': Record<never, never>
  'records.reports.trade': Record<never, never>
  'records.reports.year': Record<never, never>
  'records.reports.yearOf': { year: number | string }
  'records.simulated': Record<never, never>
  'records.status.approved': Record<never, never>
  'records.status.denied': Record<never, never>
  'records.status.pending': Record<never, never>
  'records.unnamed': Record<never, never>
  'schedules.console.began': Record<never, never>
  'schedules.console.confirm': { from: number | string; max: number | string; min: number | string; rate: number | string }
  'schedules.console.days.closed': Record<never, never>
  'schedules.console.days.confirm': { closed: number | string; opened: number | string }
  'schedules.console.days.example': Record<never, never>
  'schedules.console.days.new': Record<never, never>
  'schedules.console.days.nobody': Record<never, never>
  'schedules.console.days.note': { inARow: number | string; of30: number | string; settled: number | string }
  'schedules.console.days.opened': Record<never, never>
  'schedules.console.days.replayed': Record<never, never>
  'schedules.console.days.title': Record<never, never>
  'schedules.console.empty': Record<never, never>
  'schedules.console.from': Record<never, never>
  'schedules.console.hours.closes': { n: number | string }
  'schedules.console.hours.confirm': { days: number | string; preClosing: number | string; sessions: number | string }
  'schedules.console.hours.last': Record<never, never>
  'schedules.console.hours.new': Record<never, never>
  'schedules.console.hours.note': { day: number | string; session: number | string; sessions: number; settled: number | string }
  'schedules.console.hours.open': Record<never, never>
  'schedules.console.hours.opens': { n: number | string }
  'schedules.console.hours.phase.continuous': Record<never, never>
  'schedules.console.hours.phase.lunch': Record<never, never>
  'schedules.console.hours.phase.pre-closing': Record<never, never>
  'schedules.console.hours.phase.pre-open': Record<never, never>
  'schedules.console.hours.preClosing': Record<never, never>
  'schedules.console.hours.preview': Record<never, never>
  'schedules.console.hours.replayed': Record<never, never>
  'schedules.console.hours.sessions': Record<never, never>
  'schedules.console.hours.takes': { n: number | string }
  'schedules.console.hours.title': Record<never, never>
  'schedules.console.hours.until': Record<never, never>
  'schedules.console.invitations.code': Record<never, never>
  'schedules.console.invitations.codes': Record<never, never>
  'schedules.console.invitations.confirm': { codes: number | string; from: number | string; until: number | string; uses: number | string }
  'schedules.console.invitations.new': Record<never, never>
  'schedules.console.invitations.note': Record<never, never>
  'schedules.console.invitations.title': Record<never, never>
  'schedules.console.invitations.until': Record<never, never>
  'schedules.console.invitations.used': Record<never, never>
  'schedules.console.invitations.used.sum': { n: number | string }
  'schedules.console.invitations.usesEach': Record<never, never>
  'schedules.console.limits.byRuleYen': Record<never, never>
  'schedules.console.limits.confirm': { byRule: number | string; from: number | string; order: number | string; orders: number | string }
  'schedules.console.limits.new': Record<never, never>
  'schedules.console.limits.note': Record<never, never>
  'schedules.console.limits.openOrders': Record<never, never>
  'schedules.console.limits.orderYen': Record<never, never>
  'schedules.console.limits.title': Record<never, never>
  'schedules.console.max': Record<never, never>
  'schedules.console.min': Record<never, never>
  'schedules.console.new': Record<never, never>
  'schedules.console.note': Record<never, never>
  'schedules.console.prepare': Record<never, never>
  'schedules.console.rate': Record<never, never>
  'schedules.console.reason': Record<never, never>
  'schedules.console.status': Record<never, never>
  'schedules.console.status.coming': Record<never, never>
  'schedules.console.status.in-force': Record<never, never>
  'schedules.console.status.over': Record<never, never>
  'schedules.console.status.waiting': Record<never, never>
  'schedules.console.title': Record<never, never>
  'schedules.days.bank': Record<never, never>
  'schedules.days.both': Record<never, never>
  'schedules.days.changed': { words: number | string }
  'schedules.days.market': Record<never, never>
  'schedules.days.none': Record<never, never>
  'schedules.days.note': Record<never, never>
  'schedules.days.open': Record<never, never>
  'schedules.days.title': Record<never, never>
  'schedules.hours.nextDay': { time: number | string }
  'schedules.hours.note': Record<never, never>
  'schedules.hours.since': { from: number | string }
  'schedules.hours.span': { from: number | string; to: number | string }
  'schedules.hours.title': Record<never, never>
  'schedules.hours.usual': Record<never, never>
  'schedules.rejection.BATCH_SIZE': { codes: number | string; uses: number | string }
  'schedules.rejection.BATCH_UNTIL': { days: number | string }
  'schedules.rejection.CALENDAR_REPLAYED': Record<never, never>
  'schedules.rejection.CLOSED_IN_A_ROW': { days: number | string }
  'schedules.rejection.CLOSED_OFTEN': { days: number | string; span: number | string }
  'schedules.rejection.DAY_NAMED': { date: number | string }
  'schedules.rejection.DAY_SHORT': { minutes: number | string }
  'schedules.rejection.DAY_TOO_EARLY': { date: number | string }
  'schedules.rejection.DAY_TWICE': { date: number | string }
  'schedules.rejection.DAY_UNCHANGED': { date: number | string }
  'schedules.rejection.FEES_REVERSED': Record<never, never>
  'schedules.rejection.FROM_CLOSED': { date: number | string }
  'schedules.rejection.FROM_TOO_EARLY': { today: number | string }
  'schedules.rejection.HOURS_OFTEN': { tables: number | string }
  'schedules.rejection.HOURS_OUTSIDE': Record<never, never>
  'schedules.rejection.HOURS_UNCHANGED': Record<never, never>
  'schedules.rejection.LIMIT_BOUNDS': { least: number | string; most: number | string; what: string }
  'schedules.rejection.RATE_TOO_HIGH': { percent: number | string; yen: number | string }
  'schedules.rejection.RESULTS_NEAR': { date: number | string; days: number | string }
  'schedules.rejection.SCHEDULE_FORM': Record<never, never>
  'schedules.rejection.SCHEDULE_ID': Record<never, never>
  'schedules.rejection.SCHEDULE_KNOWN': { date: number | string }
  'schedules.rejection.SESSION_SHORT': { minutes: number | string }
  'schedules.rejection.TIME_GRID': { time: number | string }
  'schedules.rejection.TIME_ORDER': { time: number | string }
  'schedules.rejection.UNTIL_BEFORE': Record<never, never>
  'schedules.rejection.WEEKEND_OPENED': { date: number | string }
  'server.KEY_EXPIRED': Record<never, never>
  'server.KEY_INVALID': Record<never, never>
  'server.KEY_REQUIRED': Record<never, never>
  'server.MALFORMED': Record<never, never>
  'server.addressTooLong': Record<never, never>
  'server.bug': Record<never, never>
  'server.clockUnsure': Record<never, never>
  'server.forbidden': Record<never, never>
  'server.foreignOrigin': Record<never, never>
  'server.headersTooLong': Record<never, never>
  'server.jsonOnly': Record<never, never>
  'server.keyReused': Record<never, never>
  'server.methodNotAllowed': Record<never, never>
  'server.notFound': Record<never, never>
  'server.outcomeUnknown': Record<never, never>
  'server.overloaded': Record<never, never>
  'server.rejection.CLOCK_BACKWARDS': Record<never, never>
  'server.rejection.CLOCK_TOO_FAR': { days: number }
  'server.rejection.DEVICE_KEY_NEEDED': Record<never, never>
  'server.rejection.SIGNATURE_NEEDED': Record<never, never>
  'server.rejection.SIGNATURE_TIME': Record<never, never>
  'server.rejection.SIGNATURE_WRONG': Record<never, never>
  'server.rejection.UPLOAD_BROKEN': Record<never, never>
  'server.rejection.UPLOAD_KIND': Record<never, never>
  'server.rejection.UPLOAD_LIMIT': { max: number }
  'server.rejection.UPLOAD_SIZE': { megabytes: number; megapixels: number; side: number }
  'server.roleMayNot': Record<never, never>
  'server.sessionOver': Record<never, never>
  'server.success': Record<never, never>
  'server.tooLarge': Record<never, never>
  'server.tooMany': Record<never, never>
  'server.tooSlow': Record<never, never>
  'server.unavailable': Record<never, never>
  'server.wrongHost': Record<never, never>
  'staff.console.appeals.about': Record<never, never>
  'staff.console.appeals.answerBy': Record<never, never>
  'staff.console.appeals.before': Record<never, never>
  'staff.console.appeals.decide': Record<never, never>
  'staff.console.appeals.empty': Record<never, never>
  'staff.console.appeals.filed': Record<never, never>
  'staff.console.appeals.kind': Record<never, never>
  'staff.console.appeals.kind.bank-account': Record<never, never>
  'staff.console.appeals.kind.identity': Record<never, never>
  'staff.console.appeals.kind.loan': Record<never, never>
  'staff.console.appeals.kind.withdrawal': Record<never, never>
  'staff.console.appeals.left': Record<never, never>
  'staff.console.appeals.member': Record<never, never>
  'staff.console.appeals.note': Record<never, never>
  'staff.console.appeals.openCase': Record<never, never>
  'staff.console.appeals.over': Record<never, never>
  'staff.console.appeals.ownCase': Record<never, never>
  'staff.console.appeals.state.open': Record<never, never>
  'staff.console.appeals.state.overturned': Record<never, never>
  'staff.console.appeals.state.upheld': Record<never, never>
  'staff.console.appeals.state.withdrawn': Record<never, never>
  'staff.console.appeals.title': Record<never, never>
  'staff.console.appeals.words': Record<never, never>
  'staff.console.approvals.body': Record<never, never>
  'staff.console.approvals.by': Record<never, never>
  'staff.console.approvals.carried-out': Record<never, never>
  'staff.console.approvals.empty': Record<never, never>
  'staff.console.approvals.expired': Record<never, never>
  'staff.console.approvals.left': Record<never, never>
  'staff.console.approvals.member': Record<never, never>
  'staff.console.approvals.missing': Record<never, never>
  'staff.console.approvals.open': Record<never, never>
  'staff.console.approvals.signed': Record<never, never>
  'staff.console.approvals.signedNote': Record<never, never>
  'staff.console.approvals.status': Record<never, never>
  'staff.console.approvals.subject': Record<never, never>
  'staff.console.approvals.title': Record<never, never>
  'staff.console.approvals.what': Record<never, never>
  'staff.console.audit.actor': Record<never, never>
  'staff.console.audit.allPowers': Record<never, never>
  'staff.console.audit.at': Record<never, never>
  'staff.console.audit.done': Record<never, never>
  'staff.console.audit.empty': Record<never, never>
  'staff.console.audit.everybody': Record<never, never>
  'staff.console.audit.hashes': Record<never, never>
  'staff.console.audit.newest': Record<never, never>
  'staff.console.audit.older': Record<never, never>
  'staff.console.audit.outcome': Record<never, never>
  'staff.console.audit.proof': Record<never, never>
  'staff.console.audit.recordText': Record<never, never>
  'staff.console.audit.refused': Record<never, never>
  'staff.console.audit.right': Record<never, never>
  'staff.console.audit.seq': Record<never, never>
  'staff.console.audit.subject': Record<never, never>
  'staff.console.audit.title': Record<never, never>
  'staff.console.audit.what': Record<never, never>
  'staff.console.audit.wrong': Record<never, never>
  'staff.console.operators.add': Record<never, never>
  'staff.console.operators.away': Record<never, never>
  'staff.console.operators.change': Record<never, never>
  'staff.console.operators.changeTo': { role: number | string }
  'staff.console.operators.demo': Record<never, never>
  'staff.console.operators.empty': Record<never, never>
  'staff.console.operators.end': Record<never, never>
  'staff.console.operators.halves': Record<never, never>
  'staff.console.operators.id': Record<never, never>
  'staff.console.operators.invited': Record<never, never>
  'staff.console.operators.keys': Record<never, never>
  'staff.console.operators.leaves': Record<never, never>
  'staff.console.operators.left': Record<never, never>
  'staff.console.operators.role': Record<never, never>
  'staff.console.operators.rotate': Record<never, never>
  'staff.console.operators.rotateNote': Record<never, never>
  'staff.console.operators.signedIn': Record<never, never>
  'staff.console.operators.since': Record<never, never>
  'staff.console.operators.state': Record<never, never>
  'staff.console.operators.title': Record<never, never>
  'staff.console.operators.who': Record<never, never>
  'staff.console.overview.latest': Record<never, never>
  'staff.console.overview.mine': Record<never, never>
  'staff.console.overview.oldest': Record<never, never>
  'staff.console.overview.queue': Record<never, never>
  'staff.console.overview.queues': Record<never, never>
  'staff.console.overview.readOnly': Record<never, never>
  'staff.console.overview.signatures': Record<never, never>
  'staff.console.overview.title': Record<never, never>
  'staff.console.overview.toSign': Record<never, never>
  'staff.console.overview.unassigned': Record<never, never>
  'staff.console.overview.waiting': Record<never, never>
  'staff.console.overview.you': Record<never, never>
  'staff.console.picture.rotate': { picture: number | string }
  'staff.console.picture.zoom': { picture: number | string }
  'staff.console.record.staff.act': Record<never, never>
  'staff.console.record.staff.count': Record<never, never>
  'staff.console.record.staff.enrol': Record<never, never>
  'staff.console.record.staff.found': Record<never, never>
  'staff.console.settings.by.passkey': Record<never, never>
  'staff.console.settings.by.server': Record<never, never>
  'staff.console.settings.dark': Record<never, never>
  'staff.console.settings.endsAt': Record<never, never>
  'staff.console.settings.language': Record<never, never>
  'staff.console.settings.light': Record<never, never>
  'staff.console.settings.noPasskeys': Record<never, never>
  'staff.console.settings.passkeys': Record<never, never>
  'staff.console.settings.passkeysNote': Record<never, never>
  'staff.console.settings.signsBy': Record<never, never>
  'staff.console.settings.system': Record<never, never>
  'staff.console.settings.theme': Record<never, never>
  'staff.console.settings.title': Record<never, never>
  'staff.console.settings.you': Record<never, never>
  'staff.demoDesk': Record<never, never>
  'staff.demoDeskNote': Record<never, never>
  'staff.empty': Record<never, never>
  'staff.emptyNote': Record<never, never>
  'staff.emptyNoteAll': Record<never, never>
  'staff.emptyNoteReads': Record<never, never>
  'staff.emptyReads': Record<never, never>
  'staff.intro': Record<never, never>
  'staff.introAll': Record<never, never>
  'staff.introReads': Record<never, never>
  'staff.power.ai-application.decide': Record<never, never>
  'staff.power.ai-card.publish': Record<never, never>
  'staff.power.allotment.decide': Record<never, never>
  'staff.power.appeal.decide': Record<never, never>
  'staff.power.bank-account.accept': Record<never, never>
  'staff.power.bank-account.reject': Record<never, never>
  'staff.power.bank-account.view': Record<never, never>
  'staff.power.block-sale.publish': Record<never, never>
  'staff.power.calendar.set': Record<never, never>
  'staff.power.chat.assign': Record<never, never>
  'staff.power.chat.canned': Record<never, never>
  'staff.power.chat.reply': Record<never, never>
  'staff.power.copy-product.publish': Record<never, never>
  'staff.power.copy-subscription.refuse': Record<never, never>
  'staff.power.credit-score.change': Record<never, never>
  'staff.power.day-application.decide': Record<never, never>
  'staff.power.day-inventory.publish': Record<never, never>
  'staff.power.deposit.credit': Record<never, never>
  'staff.power.deposit.refuse': Record<never, never>
  'staff.power.document.publish': Record<never, never>
  'staff.power.draw.run': Record<never, never>
  'staff.power.entry.reverse': Record<never, never>
  'staff.power.fees.set': Record<never, never>
  'staff.power.hours.set': Record<never, never>
  'staff.power.identity.accept': Record<never, never>
  'staff.power.identity.reject': Record<never, never>
  'staff.power.identity.view': Record<never, never>
  'staff.power.invitations.issue': Record<never, never>
  'staff.power.ipo.publish': Record<never, never>
  'staff.power.journal.verify': Record<never, never>
  'staff.power.key.rotate': Record<never, never>
  'staff.power.ledger.export': Record<never, never>
  'staff.power.level.change': Record<never, never>
  'staff.power.limits.set': Record<never, never>
  'staff.power.listing.void': Record<never, never>
  'staff.power.loan.approve': Record<never, never>
  'staff.power.loan.refuse': Record<never, never>
  'staff.power.market.halt': Record<never, never>
  'staff.power.market.resume': Record<never, never>
  'staff.power.news.feed': Record<never, never>
  'staff.power.news.publish': Record<never, never>
  'staff.power.notice.publish': Record<never, never>
  'staff.power.operator.add': Record<never, never>
  'staff.power.operator.role': Record<never, never>
  'staff.power.queue.assign': Record<never, never>
  'staff.power.statement.import': Record<never, never>
  'staff.power.stock.halt': Record<never, never>
  'staff.power.stock.resume': Record<never, never>
  'staff.power.trading.freeze': Record<never, never>
  'staff.power.trading.freeze-on': Record<never, never>
  'staff.power.trading.unfreeze': Record<never, never>
  'staff.power.transfer.make': Record<never, never>
  'staff.power.withdrawal.approve': Record<never, never>
  'staff.power.withdrawal.deny': Record<never, never>
  'staff.power.withdrawal.mark-paid': Record<never, never>
  'staff.power.withdrawal.mark-returned': Record<never, never>
  'staff.read.appeal': Record<never, never>
  'staff.read.bank-account': Record<never, never>
  'staff.read.bank-image': Record<never, never>
  'staff.read.chat': Record<never, never>
  'staff.read.deposit': Record<never, never>
  'staff.read.documents': Record<never, never>
  'staff.read.export': Record<never, never>
  'staff.read.identity': Record<never, never>
  'staff.read.identity-image': Record<never, never>
  'staff.read.ledger': Record<never, never>
  'staff.read.loan': Record<never, never>
  'staff.read.orders': Record<never, never>
  'staff.read.profile': Record<never, never>
  'staff.read.withdrawal': Record<never, never>
  'staff.reason': Record<never, never>
  'staff.reason.account-rejected': Record<never, never>
  'staff.reason.account-unknown': Record<never, never>
  'staff.reason.affordability': Record<never, never>
  'staff.reason.amount-differs': Record<never, never>
  'staff.reason.calendar-wrong': Record<never, never>
  'staff.reason.cap': Record<never, never>
  'staff.reason.disorderly': Record<never, never>
  'staff.reason.documents': Record<never, never>
  'staff.reason.duplicate': Record<never, never>
  'staff.reason.exchange-closed': Record<never, never>
  'staff.reason.exchange-hours': Record<never, never>
  'staff.reason.expired': Record<never, never>
  'staff.reason.feed': Record<never, never>
  'staff.reason.half-day': Record<never, never>
  'staff.reason.holiday-law': Record<never, never>
  'staff.reason.identity-differs': Record<never, never>
  'staff.reason.image-incomplete': Record<never, never>
  'staff.reason.image-unreadable': Record<never, never>
  'staff.reason.issuer-asked': Record<never, never>
  'staff.reason.legal-hold': Record<never, never>
  'staff.reason.level': Record<never, never>
  'staff.reason.market-closed': Record<never, never>
  'staff.reason.member-asked': Record<never, never>
  'staff.reason.name-differs': Record<never, never>
  'staff.reason.not-received': Record<never, never>
  'staff.reason.number-differs': Record<never, never>
  'staff.reason.overturned': Record<never, never>
  'staff.reason.system': Record<never, never>
  'staff.reason.system-error': Record<never, never>
  'staff.reason.takeover': Record<never, never>
  'staff.reason.terms-wrong': Record<never, never>
  'staff.reason.upheld': Record<never, never>
  'staff.reason.wrong-amount': Record<never, never>
  'staff.reason.wrong-document': Record<never, never>
  'staff.reason.wrong-member': Record<never, never>
  'staff.rejection.ALREADY_CARRIED_OUT': Record<never, never>
  'staff.rejection.ALREADY_FOUNDED': Record<never, never>
  'staff.rejection.APPROVAL_EXPIRED': Record<never, never>
  'staff.rejection.APPROVAL_NOT_OPEN': Record<never, never>
  'staff.rejection.BODY_INCOMPLETE': { field: number | string }
  'staff.rejection.CASE_NOT_WAITING': Record<never, never>
  'staff.rejection.CODE_WRONG': Record<never, never>
  'staff.rejection.FROZEN_ALONE_OFTEN': Record<never, never>
  'staff.rejection.INVITE_OVER': Record<never, never>
  'staff.rejection.MEMBER_UNKNOWN': Record<never, never>
  'staff.rejection.NOBODY_MAY': Record<never, never>
  'staff.rejection.NOT_FROZEN': Record<never, never>
  'staff.rejection.NOT_LOOKED': Record<never, never>
  'staff.rejection.NOT_YET_PREPARED': Record<never, never>
  'staff.rejection.OPERATOR_FORM': Record<never, never>
  'staff.rejection.OPERATOR_KNOWN': Record<never, never>
  'staff.rejection.OPERATOR_UNKNOWN': Record<never, never>
  'staff.rejection.OWN_CASE': Record<never, never>
  'staff.rejection.PASSKEY_WRONG': Record<never, never>
  'staff.rejection.PICTURE_OVER': Record<never, never>
  'staff.rejection.POWER_UNKNOWN': Record<never, never>
  'staff.rejection.QUEUE_UNKNOWN': Record<never, never>
  'staff.rejection.REASON_NOT_ASKED': Record<never, never>
  'staff.rejection.REASON_REQUIRED': Record<never, never>
  'staff.rejection.REASON_UNLISTED': Record<never, never>
  'staff.rejection.REQUEST_OPEN': Record<never, never>
  'staff.rejection.ROLE_MAY_NOT': Record<never, never>
  'staff.rejection.ROLE_SAME': Record<never, never>
  'staff.rejection.ROLE_SIGNED_ALREADY': Record<never, never>
  'staff.rejection.SIGNATURE_WRONG': Record<never, never>
  'staff.rejection.SIGNED_ALREADY': Record<never, never>
  'staff.rejection.TEXT_DEMANDS': Record<never, never>
  'staff.rejection.TEXT_LENGTH': { longest: number | string; shortest: number | string }
  'staff.rejection.TEXT_NOT_ASKED': Record<never, never>
  'staff.rejection.TEXT_REQUIRED': Record<never, never>
  'staff.role.administrator': Record<never, never>
  'staff.role.auditor': Record<never, never>
  'staff.role.listing': Record<never, never>
  'staff.role.reviewer': Record<never, never>
  'staff.role.support': Record<never, never>
  'staff.role.treasurer': Record<never, never>
  'staff.serverKeyNote': Record<never, never>
  'staff.signer': { number: number | string; role: number | string }
  'staff.tab.all': Record<never, never>
  'staff.tab.mine': Record<never, never>
  'staff.tab.reads': Record<never, never>
  'staff.title': Record<never, never>
  'staff.unfinished.lapsed': Record<never, never>
  'staff.unfinished.open': Record<never, never>
  'staff.unfinished.withdrawn': Record<never, never>
  'staff.unfinishedNote.lapsed': { at: number | string }
  'staff.unfinishedNote.open': { at: number | string }
  'staff.unfinishedNote.withdrawn': { at: number | string }
  'support.aboutGone': Record<never, never>
  'support.canned.deposit': Record<never, never>
  'support.canned.fee': { feeMax: number | string; feeMin: number | string; feeRate: number | string }
  'support.canned.identity': Record<never, never>
  'support.canned.margin': Record<never, never>
  'support.canned.order': Record<never, never>
  'support.canned.password': Record<never, never>
  'support.canned.person': Record<never, never>
  'support.canned.thanks': Record<never, never>
  'support.canned.withdrawal': { withdrawByRule: number | string; withdrawFrom: number | string; withdrawTo: number | string }
  'support.closed': Record<never, never>
  'support.closed.line': { number: number | string }
  'support.closedDesk': Record<never, never>
  'support.console.assigned': Record<never, never>
  'support.console.assigned.mine': Record<never, never>
  'support.console.assigned.nobody': Record<never, never>
  'support.console.assigned.others': Record<never, never>
  'support.console.by.desk': Record<never, never>
  'support.console.by.house': Record<never, never>
  'support.console.by.member': Record<never, never>
  'support.console.canned.at': Record<never, never>
  'support.console.canned.by': Record<never, never>
  'support.console.canned.empty': Record<never, never>
  'support.console.canned.first': Record<never, never>
  'support.console.canned.history': Record<never, never>
  'support.console.canned.name': Record<never, never>
  'support.console.canned.new': Record<never, never>
  'support.console.canned.places': { places: number | string }
  'support.console.canned.preview': Record<never, never>
  'support.console.canned.publish': Record<never, never>
  'support.console.canned.title': Record<never, never>
  'support.console.canned.version': Record<never, never>
  'support.console.cases': Record<never, never>
  'support.console.close': Record<never, never>
  'support.console.closeAsk': Record<never, never>
  'support.console.context': Record<never, never>
  'support.console.empty': Record<never, never>
  'support.console.frozen': Record<never, never>
  'support.console.frozen.no': Record<never, never>
  'support.console.frozen.yes': Record<never, never>
  'support.console.handTo': Record<never, never>
  'support.console.insert': Record<never, never>
  'support.console.key.reply': Record<never, never>
  'support.console.key.take': Record<never, never>
  'support.console.lang': Record<never, never>
  'support.console.letGo': Record<never, never>
  'support.console.level': Record<never, never>
  'support.console.log': Record<never, never>
  'support.console.member': { number: number | string }
  'support.console.noCases': Record<never, never>
  'support.console.note': Record<never, never>
  'support.console.older': Record<never, never>
  'support.console.picture': Record<never, never>
  'support.console.read': Record<never, never>
  'support.console.replyIn': { lang: number | string }
  'support.console.send': Record<never, never>
  'support.console.showPicture': Record<never, never>
  'support.console.since': Record<never, never>
  'support.console.state': Record<never, never>
  'support.console.state.closed': Record<never, never>
  'support.console.state.open': Record<never, never>
  'support.console.state.waiting': Record<never, never>
  'support.console.take': Record<never, never>
  'support.console.title': Record<never, never>
  'support.console.topic': Record<never, never>
  'support.console.topic.deposit': Record<never, never>
  'support.console.topic.fee': Record<never, never>
  'support.console.topic.identity': Record<never, never>
  'support.console.topic.image': Record<never, never>
  'support.console.topic.margin': Record<never, never>
  'support.console.topic.order': Record<never, never>
  'support.console.topic.password': Record<never, never>
  'support.console.topic.person': Record<never, never>
  'support.console.topic.thanks': Record<never, never>
  'support.console.topic.withdrawal': Record<never, never>
  'support.console.unread': Record<never, never>
  'support.console.waits': Record<never, never>
  'support.console.warn': { problem: string }
  'support.desk': Record<never, never>
  'support.details': Record<never, never>
  'support.emptyNote': Record<never, never>
  'support.emptyTitle': Record<never, never>
  'support.export': Record<never, never>
  'support.export.closed': Record<never, never>
  'support.export.desk': { number: number | string }
  'support.export.head': { at: number | string }
  'support.export.house': Record<never, never>
  'support.export.image': Record<never, never>
  'support.export.line': { at: number | string; said: number | string; who: number | string }
  'support.export.member': Record<never, never>
  'support.export.operator': { number: number | string }
  'support.exported': Record<never, never>
  'support.hours': { from: number | string; to: number | string }
  'support.image': Record<never, never>
  'support.imageMissing': Record<never, never>
  'support.imageOf': Record<never, never>
  'support.imagesAgain': { n: number }
  'support.imagesSending': { n: number; of: number }
  'support.imagesTooMany': { max: number }
  'support.log': Record<never, never>
  'support.message': Record<never, never>
  'support.open': Record<never, never>
  'support.outside': Record<never, never>
  'support.quick.deposit': Record<never, never>
  'support.quick.identity': Record<never, never>
  'support.quick.withdrawal': Record<never, never>
  'support.read': Record<never, never>
  'support.rejection.ABOUT_NOT_FOUND': Record<never, never>
  'support.rejection.ASSIGNEE': Record<never, never>
  'support.rejection.CANNED_CHANGED': Record<never, never>
  'support.rejection.CANNED_NAME': Record<never, never>
  'support.rejection.CANNED_PLACE': { lang: number | string; place: number | string }
  'support.rejection.CANNED_PLACES': { lang: number | string }
  'support.rejection.CANNED_TEXT': { lang: number | string; longest: number }
  'support.rejection.CANNED_UNKNOWN': Record<never, never>
  'support.rejection.CANNED_WORDS': { lang: number | string; problem: string }
  'support.rejection.CONVERSATION_CLOSED': Record<never, never>
  'support.rejection.LINE_BLOCKED': { problem: string }
  'support.rejection.LINE_EMPTY': Record<never, never>
  'support.rejection.LINE_LONG': { longest: number }
  'support.rejection.NO_CONVERSATION': Record<never, never>
  'support.safety': Record<never, never>
  'support.send': Record<never, never>
  'support.sending': Record<never, never>
  'support.signedPage': Record<never, never>
  'support.title': Record<never, never>
  'support.toolong': { n: number }
  'support.typing': { number: number | string }
  'support.withOperator': { number: number | string }
  'support.yen': { yen: number | string }
  'support.you': Record<never, never>
  'tax.account.done': Record<never, never>
  'tax.account.fixed': { year: number | string }
  'tax.account.mayChoose': { year: number | string }
  'tax.account.nisa': Record<never, never>
  'tax.account.plain': Record<never, never>
  'tax.account.plainNote': Record<never, never>
  'tax.account.title': Record<never, never>
  'tax.account.withholding': Record<never, never>
  'tax.account.withholdingNote': Record<never, never>
  'tax.coming.back': Record<never, never>
  'tax.coming.gain': { gain: number | string }
  'tax.coming.none': Record<never, never>
  'tax.coming.plain': Record<never, never>
  'tax.coming.title': Record<never, never>
  'tax.coming.withheld': Record<never, never>
  'tax.kind.cash': Record<never, never>
  'tax.kind.margin': Record<never, never>
  'tax.page.fees': Record<never, never>
  'tax.page.log': Record<never, never>
  'tax.page.rule': Record<never, never>
  'tax.page.title': Record<never, never>
  'tax.page.total': { year: number | string }
  'tax.page.totalNote': Record<never, never>
  'tax.rejection.TAX_ACCOUNT_IN_USE': { year: number | string }
  'tax.report.cost': Record<never, never>
  'tax.report.dividends': Record<never, never>
  'tax.report.dividendsPaid': Record<never, never>
  'tax.report.final': { year: number | string }
  'tax.report.gain': Record<never, never>
  'tax.report.none': Record<never, never>
  'tax.report.noneNote': Record<never, never>
  'tax.report.note': Record<never, never>
  'tax.report.ofYear': { year: number | string }
  'tax.report.proceeds': Record<never, never>
  'tax.report.received': Record<never, never>
  'tax.report.running': { year: number | string }
  'tax.report.sales': Record<never, never>
  'tax.report.sum': Record<never, never>
  'tax.report.title': Record<never, never>
  'tax.report.unit': Record<never, never>
  'tax.report.year': Record<never, never>
  'tax.withheld.income': Record<never, never>
  'tax.withheld.local': Record<never, never>
  'tax.withheld.sum': Record<never, never>
  'trust.auditor.right': Record<never, never>
  'trust.auditor.uncheckable': Record<never, never>
  'trust.auditor.wrong': Record<never, never>
  'trust.auditorNote': Record<never, never>
  'trust.before': { at: number | string; size: number }
  'trust.breach.differs': Record<never, never>
  'trust.breach.missing': Record<never, never>
  'trust.breach.note': Record<never, never>
  'trust.breach.remove': Record<never, never>
  'trust.breach.removeNote': Record<never, never>
  'trust.breach.rewritten': Record<never, never>
  'trust.breach.title': Record<never, never>
  'trust.breach.unsigned': Record<never, never>
  'trust.check': Record<never, never>
  'trust.checkAll': Record<never, never>
  'trust.comma': Record<never, never>
  'trust.continuity.broken': Record<never, never>
  'trust.continuity.continues': Record<never, never>
  'trust.continuity.first': Record<never, never>
  'trust.continuity.other-keys': Record<never, never>
  'trust.corrections': { count: number }
  'trust.deviceKey': Record<never, never>
  'trust.excluded': Record<never, never>
  'trust.head': Record<never, never>
  'trust.house.right': Record<never, never>
  'trust.house.uncheckable': Record<never, never>
  'trust.house.wrong': Record<never, never>
  'trust.included': Record<never, never>
  'trust.intro': Record<never, never>
  'trust.kept': Record<never, never>
  'trust.more': Record<never, never>
  'trust.none': Record<never, never>
  'trust.noneNote': Record<never, never>
  'trust.notYet': Record<never, never>
  'trust.number': { seq: number }
  'trust.owed.adds': Record<never, never>
  'trust.owed.auditorNote': Record<never, never>
  'trust.owed.bank': Record<never, never>
  'trust.owed.changed': Record<never, never>
  'trust.owed.covered': { yen: number }
  'trust.owed.coveredNote': Record<never, never>
  'trust.owed.differs': Record<never, never>
  'trust.owed.excluded': { yen: number }
  'trust.owed.first': { at: number | string }
  'trust.owed.included': { yen: number }
  'trust.owed.market': Record<never, never>
  'trust.owed.none': Record<never, never>
  'trust.owed.open.leaks': Record<never, never>
  'trust.owed.open.omission': Record<never, never>
  'trust.owed.open.parts': Record<never, never>
  'trust.owed.open.simulated': Record<never, never>
  'trust.owed.path': { steps: number }
  'trust.owed.short': { yen: number }
  'trust.owed.shortNote': Record<never, never>
  'trust.owed.title': Record<never, never>
  'trust.owed.total': { members: number }
  'trust.own': Record<never, never>
  'trust.ownNone': Record<never, never>
  'trust.ownNote': Record<never, never>
  'trust.promises.kept': { count: number }
  'trust.promises.last': { at: number | string; seq: number }
  'trust.promises.lead': Record<never, never>
  'trust.promises.none': Record<never, never>
  'trust.promises.noneNote': Record<never, never>
  'trust.promises.title': Record<never, never>
  'trust.promises.waiting': { count: number }
  'trust.promises.waitingNote': Record<never, never>
  'trust.proof': { size: number; steps: number }
  'trust.proof.acts': Record<never, never>
  'trust.proof.actsNote': Record<never, never>
  'trust.proof.clock': Record<never, never>
  'trust.proof.clockNote': Record<never, never>
  'trust.proof.days': Record<never, never>
  'trust.proof.daysNote': Record<never, never>
  'trust.proof.documents': Record<never, never>
  'trust.proof.documentsNote': Record<never, never>
  'trust.proof.draws': Record<never, never>
  'trust.proof.drawsNote': Record<never, never>
  'trust.proof.fees': Record<never, never>
  'trust.proof.feesNote': Record<never, never>
  'trust.proof.receipts': Record<never, never>
  'trust.proof.receiptsNote': Record<never, never>
  'trust.records': Record<never, never>
  'trust.rejection.NOT_PUBLISHED': Record<never, never>
  'trust.rejection.NO_STATEMENT_YET': Record<never, never>
  'trust.rejection.NO_SUCH_HEAD': Record<never, never>
  'trust.self.note': Record<never, never>
  'trust.self.save': Record<never, never>
  'trust.self.title': Record<never, never>
  'trust.shared': { entry: number | string }
  'trust.signed': Record<never, never>
  'trust.since': { count: number }
  'trust.title': Record<never, never>
  'trust.verdict.last': { time: number | string }
  'trust.verdict.open': Record<never, never>
  'trust.verdict.openNote': Record<never, never>
  'trust.verdict.right': Record<never, never>
  'trust.verdict.rightNote': Record<never, never>
  'trust.verdict.running': Record<never, never>
  'trust.verdict.runningNote': Record<never, never>
  'trust.verdict.wrong': Record<never, never>
  'trust.verdict.wrongNote': Record<never, never>
  'ui.back': Record<never, never>
  'ui.breach': Record<never, never>
  'ui.breachNote': Record<never, never>
  'ui.cancel': Record<never, never>
  'ui.cannotLoad': Record<never, never>
  'ui.clearText': Record<never, never>
  'ui.clockUnsure': Record<never, never>
  'ui.clockUnsureNote': Record<never, never>
  'ui.close': Record<never, never>
  'ui.connectionLost': Record<never, never>
  'ui.danger': Record<never, never>
  'ui.decrease': { label: number | string }
  'ui.deleteDigit': Record<never, never>
  'ui.done': Record<never, never>
  'ui.empty': Record<never, never>
  'ui.error': Record<never, never>
  'ui.gauge': { label: number | string; value: number | string }
  'ui.hidePassword': Record<never, never>
  'ui.increase': { label: number | string }
  'ui.listEnd': Record<never, never>
  'ui.loading': Record<never, never>
  'ui.locked': Record<never, never>
  'ui.lossCut': Record<never, never>
  'ui.marginCall': Record<never, never>
  'ui.max': Record<never, never>
  'ui.more': Record<never, never>
  'ui.newPositions': Record<never, never>
  'ui.notAffected': Record<never, never>
  'ui.notNumber': { example: number | string }
  'ui.offline': Record<never, never>
  'ui.offlineNote': Record<never, never>
  'ui.ok': Record<never, never>
  'ui.orChoosePicture': Record<never, never>
  'ui.pending': Record<never, never>
  'ui.period.all': Record<never, never>
  'ui.period.custom': Record<never, never>
  'ui.period.from': Record<never, never>
  'ui.period.label': Record<never, never>
  'ui.period.lastMonth': Record<never, never>
  'ui.period.month': Record<never, never>
  'ui.period.to': Record<never, never>
  'ui.period.year': Record<never, never>
  'ui.pricesOf': { time: number | string }
  'ui.reconnect': Record<never, never>
  'ui.refreshing': Record<never, never>
  'ui.replacePicture': Record<never, never>
  'ui.retry': Record<never, never>
  'ui.safe': Record<never, never>
  'ui.sending': Record<never, never>
  'ui.showPassword': Record<never, never>
  'ui.simulated': Record<never, never>
  'ui.simulatedDemo': Record<never, never>
  'ui.simulatedDemoHint': Record<never, never>
  'ui.simulatedHint': Record<never, never>
  'ui.sortable.grip': { name: number | string }
  'ui.sortable.moved': { count: number; name: number | string; place: number }
  'ui.stale': Record<never, never>
  'ui.takePicture': Record<never, never>
  'ui.unread': Record<never, never>
  'ui.watch': Record<never, never>
  'ui.yen': Record<never, never>
  'venue.days.about': Record<never, never>
  'venue.days.again': Record<never, never>
  'venue.days.check.closes': Record<never, never>
  'venue.days.check.commitment': Record<never, never>
  'venue.days.check.file': Record<never, never>
  'venue.days.checked': Record<never, never>
  'venue.days.closes': Record<never, never>
  'venue.days.commitment': Record<never, never>
  'venue.days.download': Record<never, never>
  'venue.days.file': Record<never, never>
  'venue.days.joins': { part: number }
  'venue.days.none': Record<never, never>
  'venue.days.noneNote': Record<never, never>
  'venue.days.note.lost': Record<never, never>
  'venue.days.note.revealed': Record<never, never>
  'venue.days.note.sealed': Record<never, never>
  'venue.days.orders': Record<never, never>
  'venue.days.part': { part: number }
  'venue.days.revealed': Record<never, never>
  'venue.days.right': Record<never, never>
  'venue.days.sealed': Record<never, never>
  'venue.days.sealedAt': { at: number | string }
  'venue.days.seed': Record<never, never>
  'venue.days.signature': Record<never, never>
  'venue.days.state.lost': Record<never, never>
  'venue.days.state.revealed': Record<never, never>
  'venue.days.state.sealed': Record<never, never>
  'venue.days.title': Record<never, never>
  'venue.days.wrong': Record<never, never>
  'venue.rejection.DAY_FILE_CHANGED': Record<never, never>
  'venue.rejection.NOT_PUBLISHED': Record<never, never>
  'watchlists.act': Record<never, never>
  'watchlists.added': { list: number | string }
  'watchlists.arrangeHint': Record<never, never>
  'watchlists.cannotLoad': Record<never, never>
  'watchlists.chooseFor': { name: number | string }
  'watchlists.chooseList': Record<never, never>
  'watchlists.count': { count: number; most: number }
  'watchlists.create': Record<never, never>
  'watchlists.edit': Record<never, never>
  'watchlists.editTitle': Record<never, never>
  'watchlists.empty': Record<never, never>
  'watchlists.emptyNote': Record<never, never>
  'watchlists.find': Record<never, never>
  'watchlists.first': Record<never, never>
  'watchlists.guest': Record<never, never>
  'watchlists.guestNote': Record<never, never>
  'watchlists.lists': Record<never, never>
  'watchlists.login': Record<never, never>
  'watchlists.name': Record<never, never>
  'watchlists.nameRule': Record<never, never>
  'watchlists.new': Record<never, never>
  'watchlists.rejection.LAST_LIST': Record<never, never>
  'watchlists.rejection.LISTS_CHANGED': Record<never, never>
  'watchlists.rejection.LIST_FULL': { most: number }
  'watchlists.rejection.NAME_INVALID': { most: number }
  'watchlists.rejection.NAME_TAKEN': { name: number | string }
  'watchlists.rejection.SCREEN_NOT_FOUND': Record<never, never>
  'watchlists.rejection.TOO_MANY_LISTS': { most: number }
  'watchlists.rejection.TOO_MANY_SCREENS': { most: number }
  'watchlists.rejection.UNKNOWN_ISSUE': { code: number | string }
  'watchlists.rejection.WATCHLIST_NOT_FOUND': Record<never, never>
  'watchlists.remove': Record<never, never>
  'watchlists.removeBody': { count: number; name: number | string }
  'watchlists.removeOf': { name: number | string }
  'watchlists.rename': Record<never, never>
  'watchlists.renameOf': { name: number | string }
  'watchlists.rowsOf': { name: number | string }
  'watchlists.save': Record<never, never>
  'watchlists.star': { name: number | string }
  'watchlists.starred': { name: number | string }
  'watchlists.takeOff': { name: number | string }
  'watchlists.takenOff': { list: number | string }
  'watchlists.title': Record<never, never>
}
