import { Sparkline } from '../../ui/chart/sparkline.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'

type LoadLineProps = { values: readonly (number | null)[]; ncpus: number }

/** The line of a load, with its last and its highest value in words, or that there is none. */
export default function LoadLine({ values, ncpus }: LoadLineProps) {
  const percent = (value: number) => `${Math.round((value / ncpus) * 100)} %`
  const known = values.filter((value) => value !== null)
  const last = known.at(-1)
  const label =
    last === undefined
      ? 'CPU load: no reading in the last hour'
      : `CPU load of the last hour: now ${percent(last)}, at most ${percent(Math.max(...known))}`
  return (
    <Tooltip content={label} namesChild>
      {last === undefined ? (
        <span role="img" aria-label={label} className="inline-block h-4 w-12 border-b border-border" />
      ) : (
        <span>
          <Sparkline label={label} values={values} top={ncpus} className="h-4 w-12" />
        </span>
      )}
    </Tooltip>
  )
}
