/** The place of a chart whose bars, settings or code are on their way. */
export const ChartWaiting = () => (
  <div className="h-81 p-4 dense:h-73">
    <span className="bone block h-full" />
  </div>
)
