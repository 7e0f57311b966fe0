//! Certificates as text: `valid.txt` has proofs and what each one shows, and `invalid.txt` forgeries, each as the title of
//! a proof and lines of it that are other ones, with the reason for which it is refused, and the place.

use crate::values::check;

/// A section of a page.
struct Case {
    title: String,
    /// The certificate, or of a forgery nothing.
    text: String,
    /// Lines that are taken out, and those that stand in place of the last one of these.
    changes: Vec<(Vec<String>, Vec<String>)>,
    fields: Vec<(String, String)>,
}

fn cases(page: &str) -> Vec<Case> {
    page.split("\n## ").skip(1).map(case).collect()
}

fn case(section: &str) -> Case {
    let (title, rest) = section.split_once('\n').expect("a title");
    let mut case = Case { title: title.to_owned(), text: String::new(), changes: Vec::new(), fields: Vec::new() };
    let mut is_added = true;
    for line in rest.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(line) = line.strip_prefix("- ") {
            if is_added {
                case.changes.push(Default::default());
            }
            is_added = false;
            case.changes.last_mut().expect("it was added").0.push(line.to_owned());
        } else if line == "+" {
            is_added = true;
        } else if let Some(line) = line.strip_prefix("+ ") {
            is_added = true;
            case.changes.last_mut().expect("a line that goes").1.push(line.to_owned());
        } else if let Some((name, value)) = line.split_once(": ") {
            case.fields.push((name.to_owned(), value.to_owned()));
        } else {
            case.text += line;
            case.text += "\n";
        }
    }
    case
}

impl Case {
    fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|field| field.0 == name).map(|field| &*field.1)
    }

    fn text(&self, valid: &[Self]) -> String {
        let Some(of) = self.field("of") else { return self.text.clone() };
        let mut text = valid.iter().find(|case| case.title == of).expect(of).text(valid);
        for (old, new) in &self.changes {
            let join = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
            let (old, new) = (join(old), join(new));
            let all = format!("\n{text}");
            assert_eq!(all.matches(&format!("\n{old}")).count(), 1, "{}: {old}", self.title);
            text = all.replacen(&format!("\n{old}"), &format!("\n{new}"), 1).split_off(1);
        }
        text
    }
}

const VALID: &str = include_str!("valid.txt");
const INVALID: &str = include_str!("invalid.txt");

#[test]
fn proofs_are_accepted() {
    let valid = cases(VALID);
    for case in &valid {
        let verdict = check(&case.text(&valid)).unwrap_or_else(|refusal| panic!("{}: {refusal}", case.title));
        let shown = |value: Option<i64>| value.map_or_else(|| "-".to_owned(), |value| verdict.shown(value));
        let lower = if verdict.is_infeasible { "infeasible".to_owned() } else { shown(verdict.lower) };
        let found = format!("{lower} {}", shown(verdict.upper));
        assert_eq!(case.field("bounds"), Some(&*found), "{}", case.title);
        let point: Vec<String> = verdict.point.iter().map(ToString::to_string).collect();
        assert_eq!(point.join(" "), case.field("point").unwrap_or_default(), "{}", case.title);
        let counted = format!("nodes {}, rules {}, lines {}", verdict.n_nodes, verdict.n_rules, verdict.n_lines);
        assert_eq!(counted, case.field("counted").unwrap_or(&counted), "{}", case.title);
    }
    assert!(valid.len() >= 12, "{} cases", valid.len());
}

#[test]
fn forgeries_are_refused_for_their_reason() {
    let (valid, invalid) = (cases(VALID), cases(INVALID));
    let mut wrong = Vec::new();
    for case in &invalid {
        match check(&case.text(&valid)) {
            Ok(verdict) => wrong.push(format!("{}: accepted, {:?} {:?}", case.title, verdict.lower, verdict.upper)),
            Err(refusal) => {
                assert!(refusal.reason.is_refusal(), "{}", case.title);
                let found = (refusal.reason.to_string(), &*refusal.place);
                if (Some(&*found.0), Some(found.1)) != (case.field("refused"), case.field("at")) {
                    wrong.push(format!("{}\nrefused: {}\nat: {}", case.title, found.0, found.1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(invalid.len() >= 70, "{} cases", invalid.len());
}
