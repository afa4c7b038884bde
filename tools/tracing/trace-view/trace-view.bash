# SPDX-License-Identifier: GPL-2.0
# Completion of trace-view for bash.

_trace_view()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
	local commands="html perfetto json ctf folded speedscope summary latency dat"
	local options="--output --live --seconds --quiet --help --version"

	if [ "$COMP_CWORD" -eq 1 ]; then
		mapfile -t COMPREPLY < <(compgen -W "$commands --help --version" -- "$cur")
		return
	fi
	case $prev in
	--weight)
		mapfile -t COMPREPLY < <(compgen -W "time count" -- "$cur")
		return ;;
	--seconds|--title|--event)
		return ;;
	esac
	case ${COMP_WORDS[1]} in
	html) options="$options --title" ;;
	folded|speedscope) options="$options --weight --event" ;;
	latency) options="$options --event" ;;
	esac
	case $cur in
	-*) mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur") ;;
	*) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
	esac
}
complete -o filenames -F _trace_view trace-view
