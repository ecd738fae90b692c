package lint

import (
	"path"
	"strings"

	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/workflow"
)

// workflowKind tells workflow files by their keys; a broken one by its name.
// Files called NAME.spec.json belong to other tools as well.
func workflowKind(name string, src []byte) (Kind, bool) {
	f := source.NewFile(name, src)
	prompts := strings.HasSuffix(name, ".prompts.json")
	switch kind := workflow.KindOf(f); {
	case kind == workflow.KindPrompts && prompts:
		return Prompts, true
	case kind == workflow.KindSpec && workflow.Portable(f):
		return WorkflowSpec, true
	case prompts && inFolders(name, "workflows"):
		return Prompts, true
	case strings.HasSuffix(name, ".spec.json") && inFolders(name, "workflows"):
		return WorkflowSpec, true
	}
	return 0, false
}

// inFolders reports whether one of the folders of a path is called so.
func inFolders(name, folder string) bool {
	return strings.Contains("/"+path.Dir(name)+"/", "/"+folder+"/")
}

// readWorkflow reads a workflow file by itself.
func readWorkflow(p *Pass) {
	if p.Kind == Prompts {
		_, p.workflow = workflow.ReadPrompts(p.File)
		return
	}
	_, p.workflow = workflow.ReadSpec(p.File, p.linter.Beside)
}

// workflowProblems reports the problems of a workflow file that bear the name
// of the running rule: package workflow knows the format.
func workflowProblems(p *Pass) {
	for _, found := range p.workflow {
		if "workflow-"+string(found.Rule) != p.rule.Name {
			continue
		}
		if found.File != p.File { // a schema that the specification uses
			found.Span, found.Message = source.Span{}, found.File.Path+": "+found.Message
		}
		p.Report(Diagnostic{Span: found.Span, Message: found.Message, Help: found.Help})
	}
}

// workflowComparisons reports what does not fit between workflow files.
func workflowComparisons(p *ProjectPass) {
	var files []*source.File
	for _, r := range p.Results {
		if r.facts.workflow != nil {
			files = append(files, r.facts.workflow)
		}
	}
	for _, found := range workflow.Compare(files) {
		if "workflow-"+string(found.Rule) == p.rule.Name {
			p.Report(Diagnostic{Path: found.File.Path, Span: found.Span, Message: found.Message, Help: found.Help})
		}
	}
}
