import '#ui/theme.css'
import { useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { applyDirection } from '#client/direction.ts'
import { loadTexts, textsUpTo } from '#client/texts.ts'
import { Button, type ButtonKind } from '#ui/Button.tsx'
import { ChangeChip } from '#ui/ChangeChip.tsx'
import { Chip, Chips } from '#ui/Chip.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty, ErrorState } from '#ui/Empty.tsx'
import { Field } from '#ui/Field.tsx'
import { Figure } from '#ui/Figure.tsx'
import { Gauge } from '#ui/Gauge.tsx'
import { Group } from '#ui/Group.tsx'
import { HoldingRow } from '#ui/HoldingRow.tsx'
import { LinesChart } from '#ui/LinesChart.tsx'
import { Logo } from '#ui/Logo.tsx'
import { ChoiceRow, MenuRow } from '#ui/MenuRow.tsx'
import { Notice } from '#ui/Notice.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { Pairs } from '#ui/Pairs.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { Section } from '#ui/Section.tsx'
import { Segment } from '#ui/Segment.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { SimulatedBadge } from '#ui/SimulatedBadge.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Sparkline } from '#ui/Sparkline.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { Steps } from '#ui/Steps.tsx'
import { StockRow } from '#ui/StockRow.tsx'
import { Switch } from '#ui/Switch.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import { TextArea } from '#ui/TextArea.tsx'

const BUTTONS: readonly ButtonKind[] = ['primary', 'secondary', 'neutral', 'buy', 'sell', 'danger']
const TAGS: readonly TagTone[] = ['up', 'down', 'ok', 'warn', 'danger', 'brand', 'grey']
const DAY = [1_000, 1_012, 1_004, 1_021, 1_018, 1_030]
const nothing = () => {}

function Piece({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Section label={name}>
      <h2 className="pb-2 text-1 text-grey-1">{name}</h2>
      <div className="flex flex-col gap-2">{children}</div>
    </Section>
  )
}

/** A control that keeps what is done to it. */
function Stateful<Value>({
  first,
  children,
}: {
  first: Value
  children: (value: Value, set: (value: Value) => void) => ReactNode
}) {
  const [value, set] = useState(first)
  return children(value, set)
}

/** Components of `src/ui` with their states, for whoever changes them. `npm run dev`, then /gallery.html. */
function Gallery() {
  return (
    <main className="mx-auto max-w-120 overflow-y-auto">
      <Acts />
      <Fields />
      <Figures />
      <Rows />
      <Absences />
    </main>
  )
}

const Acts = () => (
  <>
    <Piece name="Button">
      {BUTTONS.map((kind) => (
        <div key={kind} className="flex gap-2">
          <Button kind={kind}>{kind}</Button>
          <Button kind={kind} size="s" disabled>
            disabled
          </Button>
          <Button kind={kind} size="s" state="pending">
            pending
          </Button>
        </div>
      ))}
    </Piece>
    <Piece name="Chip">
      <Chips label="Chips">
        <Chip onPress={nothing}>plain</Chip>
        <Chip selected onPress={nothing}>
          selected
        </Chip>
        <Chip locked onPress={nothing}>
          locked
        </Chip>
        <Chip disabled onPress={nothing}>
          disabled
        </Chip>
      </Chips>
    </Piece>
    <Piece name="Segment">
      <Stateful first="up">
        {(value, set) => (
          <Segment
            label="Side"
            value={value}
            onChange={set}
            options={[
              { value: 'up', label: 'Buy', direction: 'up' },
              { value: 'down', label: 'Sell', direction: 'down' },
            ]}
          />
        )}
      </Stateful>
    </Piece>
    <Piece name="Switch">
      <Stateful<boolean> first>
        {(checked, set) => <Switch label="On or off" note="acts at once" checked={checked} onChange={set} />}
      </Stateful>
      <Switch label="Disabled" checked={false} disabled onChange={nothing} />
    </Piece>
    <Piece name="Tabs">
      <Stateful first="a">
        {(value, set) => (
          <Tabs
            label="Tabs"
            value={value}
            onChange={set}
            tabs={[
              { id: 'a', label: 'First' },
              { id: 'b', label: 'With a count', count: 3 },
            ]}
          />
        )}
      </Stateful>
    </Piece>
  </>
)

const Fields = () => (
  <Stateful first="">
    {(text, setText) => (
      <>
        <Piece name="Field">
          <Field label="Name" rule="as in the passport" value={text} onChange={setText} />
          <Field label="With an error" error="Enter a name" value={text} onChange={setText} />
          <Field label="Disabled" disabled value="fixed" onChange={nothing} />
        </Piece>
        <Piece name="NumberField">
          <Stateful<number | null> first={100}>
            {(value, set) => <NumberField label="Amount" value={value} onChange={set} />}
          </Stateful>
        </Piece>
        <Piece name="Stepper">
          <Stateful<number | null> first={100}>
            {(value, set) => (
              <Stepper
                label="Quantity"
                value={value}
                onChange={set}
                step={100}
                min={100}
                max={1_000}
                hint="100 to 1,000"
              />
            )}
          </Stateful>
        </Piece>
        <Piece name="SelectField">
          <Stateful<'a' | 'b' | null> first={null}>
            {(value, set) => (
              <SelectField
                label="One of several"
                placeholder="Choose"
                value={value}
                onChange={set}
                options={[
                  { value: 'a', label: 'First' },
                  { value: 'b', label: 'Second' },
                ]}
              />
            )}
          </Stateful>
        </Piece>
        <Piece name="TextArea">
          <TextArea label="Text" rows={3} maxLength={500} value={text} onChange={setText} />
        </Piece>
        <Piece name="SearchField">
          <SearchField label="Search" value={text} onChange={setText} />
        </Piece>
      </>
    )}
  </Stateful>
)

const Figures = () => (
  <>
    <Piece name="Figure">
      <Figure size={4} unit="株">
        1,234,567
      </Figure>
      <Figure tone="auto" value={1}>
        +1,200
      </Figure>
      <Figure tone="auto" value={-1}>
        −1,200
      </Figure>
      <Figure tone="grey">unknown: —</Figure>
    </Piece>
    <Piece name="ChangeChip">
      <div className="flex gap-2">
        <ChangeChip changeBp={123} />
        <ChangeChip changeBp={-123} />
        <ChangeChip changeBp={0} />
        <ChangeChip changeBp={null} />
        <ChangeChip changeBp={123} stale="14:32:08" />
      </div>
    </Piece>
    <Piece name="Sparkline">
      <Sparkline values={DAY} base={1_010} area />
    </Piece>
    <Piece name="Gauge">
      {[8_000, 2_500, 1_200].map((ratioBp) => (
        <Gauge key={ratioBp} ratioBp={ratioBp} label="Margin ratio" />
      ))}
    </Piece>
    <Piece name="Pairs">
      <Pairs
        rows={[
          ['Open', '1,000'],
          ['Volume', '12,300'],
        ]}
      />
    </Piece>
    <Piece name="Definition">
      <DefinitionList label="Costs">
        <DefinitionRow label="Commission">55</DefinitionRow>
        <DefinitionRow label="Together" strong note="with tax">
          100,055
        </DefinitionRow>
      </DefinitionList>
    </Piece>
    <Piece name="Tag">
      <div className="flex flex-wrap gap-2">
        {TAGS.map((tone) => (
          <Tag key={tone} tone={tone}>
            {tone}
          </Tag>
        ))}
        <SimulatedBadge />
      </div>
    </Piece>
  </>
)

const Rows = () => (
  <>
    <Group title="StockRow">
      <StockRow code="S214" name="Akari Works" price={2_211.5} changeBp={123} spark={DAY} href="#/" />
      <StockRow code="S215" name="An old quote" price={980} changeBp={-45} stale="14:32:08" href="#/" />
      <StockRow code="S216" name="Unknown" price={null} changeBp={null} href="#/" />
    </Group>
    <Group title="HoldingRow">
      <HoldingRow
        name="Akari Works"
        tag={<Tag tone="up">買</Tag>}
        meta="S214 · 100 · 2×"
        price={2_211.5}
        openPrice={2_000}
        profit={21_150}
        profitBp={1_057}
        href="#/"
      />
      <HoldingRow
        name="Akari Works"
        meta="S214 · 300 · 2"
        price={2_211.5}
        openPrice={2_150.3}
        profit={18_360}
        profitBp={284}
        today="Today +1,200"
        expanded={false}
        onPress={() => {}}
      />
    </Group>
    <Group title="LinesChart">
      <LinesChart
        label="Own line and the market's over five days"
        lines={[
          { kind: 'other', values: [1, 0.99, 1.02, 1.01, 0.98] },
          { kind: 'own', values: [1, 1.01, 1.03, 1.02, 1.04] },
        ]}
        base={1}
        worded={(growth) => `${Math.round((growth - 1) * 100)}%`}
        from="2026/11/16"
        to="2026/11/20"
      />
    </Group>
    <Group title="MenuRow">
      <MenuRow label="Leads somewhere" value="a value" href="#/" />
      <ChoiceRow label="Chosen" chosen onPress={nothing} />
      <ChoiceRow label="Not chosen" chosen={false} onPress={nothing} />
    </Group>
    <Piece name="Steps">
      <Steps label="Steps" steps={['What', 'Cost', 'Risk']} current={1} />
    </Piece>
    <Notice title="Info" note="a note" href="#/" />
    <Notice tone="warn" title="Warning" action="Open" onPress={nothing} />
    <Notice tone="danger" title="Danger" />
    <Piece name="Logo">
      <Logo size="m" label="Akari" />
    </Piece>
  </>
)

const Absences = () => (
  <>
    <Empty title="Nothing here yet" note="with one next step" action={{ label: 'Add', onPress: nothing }} />
    <ErrorState error={null} onRetry={nothing} />
    {(['stock', 'menu', 'lines', 'figure'] as const).map((kind) => (
      <Section key={kind} flush label={kind}>
        <Skeleton kind={kind} rows={1} />
      </Section>
    ))}
  </>
)

applyDirection()
await loadTexts()
await textsUpTo('rest')
createRoot(document.getElementById('app')!).render(<Gallery />)
