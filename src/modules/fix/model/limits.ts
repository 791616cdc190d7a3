export const LIMITS = {
  /**
   * FIX: connections at once, also before they have logged on, in all and of one address; logons of an
   * address; messages of a member, heartbeats included. Orders, cancels and reads have their rates besides.
   */
  fix: {
    connections: 200,
    perAddress: 10,
    logonsAMinute: 60,
    messages: { perSecond: 50, burst: 200, perMinute: null as number | null },
  },
}
