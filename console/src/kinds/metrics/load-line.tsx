import { Sparkline } from '../../ui/chart/sparkline.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'

type LoadLineProps = { values: readonly (number | null)[]; ncpus: number }

/** The line of a load, with its last and its highest value in words. */
export default function LoadLine({ values, ncpus }: LoadLineProps) {
  const percent = (value: number) => `${Math.round((value / ncpus) * 100)} %`
  const known = values.filter((value) => value !== null)
  const label = `CPU load of the last hour: now ${percent(known.at(-1) ?? 0)}, at most ${percent(Math.max(...known))}`
  return (
    <Tooltip content={label} namesChild>
      <span>
        <Sparkline label={label} values={values} top={ncpus} className="h-4 w-12" />
      </span>
    </Tooltip>
  )
}
