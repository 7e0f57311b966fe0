//! Options and files of weights, read once more in the plainest way.

/// The cells of `--given` or `--forbidden` in a grid with `n` rows: names, or one character for each cell.
///
/// # Errors
/// What is wrong with the text.
pub(in super::super) fn grid_cells(text: Option<&str>, n: usize) -> Result<Vec<usize>, String> {
    let Some(text) = text else { return Ok(Vec::new()) };
    let by_name = |word: &str| {
        let word = word.trim().to_ascii_lowercase();
        let (row, column) = word.strip_prefix('r')?.split_once('c')?;
        let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
        ((1..=n).contains(&row) && (1..=n).contains(&column)).then(|| (row - 1) * n + column - 1)
    };
    if let Some(mut cells) = text.split(',').map(by_name).collect::<Option<Vec<usize>>>() {
        cells.sort_unstable();
        cells.dedup();
        return Ok(cells);
    }
    let marks: Vec<char> = text.chars().collect();
    if marks.len() == n * n {
        return Ok((0..marks.len()).filter(|cell| marks[*cell] != '.' && marks[*cell] != '0').collect());
    }
    Err(format!("`{text}` does not name cells of the grid"))
}

/// The vertices of `--given` or `--forbidden`, from 0.
///
/// # Errors
/// What is wrong with the text.
pub(in super::super) fn vertices(text: Option<&str>) -> Result<Vec<usize>, String> {
    let number = |word: &str| word.trim().parse::<usize>().ok().and_then(|vertex| vertex.checked_sub(1));
    let all: Option<Vec<usize>> = text.iter().flat_map(|text| text.split(',')).map(number).collect();
    all.ok_or_else(|| format!("`{}` does not name vertices", text.unwrap_or_default()))
}

/// What each thing weighs by a text with lines of a name and a number.
///
/// # Errors
/// The line that is none.
pub(super) fn weights(text: &str, names: &[String]) -> Result<Vec<i64>, String> {
    let mut weights = vec![1; names.len()];
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let of = |line: &str| {
            let (name, weight) = line.split_once(char::is_whitespace)?;
            let place = place(name, names);
            // A group of clauses that has none may be named, and cannot be chosen.
            let is_empty_group = || name.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("group"));
            (place.is_some() || is_empty_group()).then_some((place, weight.trim().parse::<i64>().ok()?))
        };
        let (place, weight) = of(line).ok_or_else(|| format!("`{line}` is not a name and a weight"))?;
        place.into_iter().for_each(|place| weights[place] = weight);
    }
    Ok(weights)
}

/// The place of the thing that is meant by `name`: the one that is called so, else the only one in other letters, else
/// the one whose name follows an x.
pub(super) fn place(name: &str, names: &[String]) -> Option<usize> {
    let all = |is: &dyn Fn(&str) -> bool| {
        let mut places = names.iter().enumerate().filter(|(_, other)| is(other.as_str())).map(|(place, _)| place);
        (places.next(), places.next())
    };
    if let (Some(place), _) = all(&|other| other == name) {
        return Some(place);
    }
    match all(&|other| other.eq_ignore_ascii_case(name)) {
        (Some(place), None) => Some(place),
        _ => all(&|other| name.strip_prefix('x') == Some(other)).0,
    }
}
